package dev.metis.json;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/**
 * The canonical form of RFC 8785, and hashes over it. Total: every tree, however deep, either has one canonical form or
 * is refused with {@link ErrorCode#INVALID_REQUEST} and the JSON pointer of what has none. Two values have the same form
 * only if they are the same value; key order, {@code 1.0} for {@code 1} and {@code -0} for {@code 0} make no difference.
 *
 * <p>Refused, because another reader could take it for another value: an integer beyond ±(2^53 − 1), a number that is
 * not finite, a decimal that a double cannot give back, text with a lone surrogate, and whatever is not JSON. ADR 0004
 * has the reasons.
 */
public final class CanonicalJson {
    private static final String HASH_PREFIX = "sha256:";

    private CanonicalJson() {}

    /** The one form of the value. */
    public static String canonicalize(JsonNode value) {
        return new CanonicalWriter().write(value);
    }

    /** {@code sha256:} and the hash, in lower-case hex, of the canonical form in UTF-8. */
    public static String sha256(JsonNode value) {
        byte[] canonical = canonicalize(value).getBytes(StandardCharsets.UTF_8);
        try {
            return HASH_PREFIX
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(canonical));
        } catch (NoSuchAlgorithmException e) {
            throw new PermanentException(ErrorCode.INTERNAL, "this Java has no SHA-256", e);
        }
    }
}
