package dev.metis.testkit.time;

import dev.metis.port.IdSource;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.atomic.AtomicLong;

/** Ids that count up from 1, and secrets that are different each time but the same in every test run. */
public final class SequentialIds implements IdSource {
    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 26;

    private final AtomicLong ulids = new AtomicLong();
    private final AtomicLong secrets = new AtomicLong();

    @Override
    public String ulid() {
        return ulid(ulids.incrementAndGet());
    }

    /** The n-th id that a fresh source gives, from 1. */
    public static String ulid(long n) {
        char[] text = new char[LENGTH];
        long rest = n;
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = ALPHABET.charAt((int) (rest & 31));
            rest >>>= 5;
        }
        return new String(text);
    }

    @Override
    public byte[] secret(int bytes) {
        long number = secrets.incrementAndGet();
        ByteBuffer secret = ByteBuffer.allocate(bytes);
        for (int block = 0; secret.hasRemaining(); block++) {
            byte[] hash = sha256(ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                    .putLong(number)
                    .putInt(block)
                    .array());
            secret.put(hash, 0, Math.min(hash.length, secret.remaining()));
        }
        return secret.array();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
