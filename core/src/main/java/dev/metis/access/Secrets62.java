package dev.metis.access;

import dev.metis.port.IdSource;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The form of secrets: 256 random bits in base 62 behind a prefix that scanners know, and the hash they lie under. */
public final class Secrets62 {
    public static final String API_PREFIX = "mts_";
    static final String SESSION_PREFIX = "mss_";
    static final String LINK_PREFIX = "mtl_";
    static final String TICKET_PREFIX = "mtt_";

    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());
    private static final int SECRET_BYTES = 32;
    /** Digits that 256 bits need. */
    private static final int LENGTH = 43;

    private Secrets62() {}

    static String generate(String prefix, IdSource ids) {
        return prefix + encode(ids.secret(SECRET_BYTES));
    }

    /** SHA-256 of the secret, in lower-case hex. */
    public static String sha256(String secret) {
        return HexFormat.of().formatHex(digest(secret));
    }

    /** A value that only the holder of the secret and this program can know, and that does not give the secret away. */
    static String derive(String purpose, String secret) {
        return encode(digest(purpose + '\0' + secret));
    }

    private static String encode(byte[] bytes) {
        BigInteger rest = new BigInteger(1, bytes);
        StringBuilder text = new StringBuilder();
        while (text.length() < LENGTH) {
            BigInteger[] split = rest.divideAndRemainder(BASE);
            text.append(DIGITS.charAt(split[1].intValue()));
            rest = split[0];
        }
        return text.reverse().toString();
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
