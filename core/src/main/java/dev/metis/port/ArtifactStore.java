package dev.metis.port;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Bytes outside the log, content-addressed per owner. A blob is wholly there or not there; putting the same bytes again
 * is no fault; bytes never change.
 */
public interface ArtifactStore {
    /** Stores the bytes and answers what they are. Fails with {@code artifact_too_large} past the limit, keeping nothing. */
    Blob put(String owner, InputStream bytes, long maxBytes) throws IOException;

    /** Opens the bytes from an offset, at most {@code length} of them; empty when there is no such blob. */
    Optional<InputStream> open(String owner, String sha256, long offset, long length) throws IOException;

    /** Size of a blob, if there. */
    Optional<Long> size(String owner, String sha256) throws IOException;

    /** What was stored: SHA-256 in lower-case hex and size. */
    record Blob(String sha256, long bytes) {}
}
