package dev.metis.function.gateway;

import java.util.List;

/** Asks which of these blobs must still be sent. */
public record MissingRequest(List<String> sha256) {
    public static final int MAX_HASHES = 1_000;

    public MissingRequest {
        sha256 = Checks.list(sha256, "sha256", MAX_HASHES);
        sha256.forEach(hash -> Checks.sha256(hash, "sha256[]"));
    }
}
