package dev.metis.executor;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, in the two forms used: plain lower-case hex names a blob, {@code sha256:} and hex names a file's content. */
final class Digest {
    private static final String PREFIX = "sha256:";

    private Digest() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    static String ofFile(byte[] bytes) {
        return PREFIX + hex(bytes);
    }

    static String ofFile(MessageDigest digest) {
        return PREFIX + hex(digest);
    }

    /** Whether two names mean the same content; the prefix may be left out. */
    static boolean same(String one, String other) {
        return plain(one).equals(plain(other));
    }

    private static String plain(String hash) {
        return hash.startsWith(PREFIX) ? hash.substring(PREFIX.length()) : hash;
    }
}
