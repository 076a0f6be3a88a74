package dev.metis.function.api;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/**
 * A request as every runtime hands it over: method in upper case, path and query as sent (still percent-encoded; the query
 * without its question mark, empty when there is none). The body is read when a route wants it, and not before the
 * caller is known. {@code remote} is the peer's address, for rate limits and logs.
 */
public record ApiRequest(String method, String path, String query, Headers headers, BodySource body, String remote) {
    public ApiRequest {
        Objects.requireNonNull(method, "method is null");
        Objects.requireNonNull(path, "path is null");
        Objects.requireNonNull(query, "query is null");
        Objects.requireNonNull(headers, "headers is null");
        Objects.requireNonNull(body, "body is null");
        Objects.requireNonNull(remote, "remote is null");
    }

    /** Reads the body once. */
    @FunctionalInterface
    public interface BodySource {
        BodySource EMPTY = limit -> Optional.of(new byte[0]);

        /** All of it; empty when it is longer than the limit. */
        Optional<byte[]> read(int limit) throws IOException;
    }
}
