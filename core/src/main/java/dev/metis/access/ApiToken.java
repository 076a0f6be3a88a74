package dev.metis.access;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is known of an API token; with it nobody can act. {@code sha256} is where its credential lies. */
public record ApiToken(
        TokenId id, @Nullable String name, List<String> scopes, Instant createdAt, Instant expiresAt, String sha256) {
    public ApiToken {
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(createdAt, "createdAt is null");
        Objects.requireNonNull(expiresAt, "expiresAt is null");
        Objects.requireNonNull(sha256, "sha256 is null");
        scopes = List.copyOf(scopes);
    }

    /** A token just made, with its secret: the only time that it is seen. */
    public record Issued(ApiToken token, String secret) {
        public Issued {
            Objects.requireNonNull(token, "token is null");
            Objects.requireNonNull(secret, "secret is null");
        }

        @Override
        public String toString() {
            return "Issued[" + token.id() + "]";
        }
    }
}
