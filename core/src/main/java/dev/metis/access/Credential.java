package dev.metis.access;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a secret stands for, stored under the SHA-256 of it; the secret itself is stored nowhere. {@code id} is there for
 * API tokens. {@code source} is the SHA-256 of the credential that a ticket was made with: when that one goes, so does
 * everything opened by the ticket.
 */
public record Credential(
        CredentialKind kind,
        TenantId tenant,
        PrincipalId principal,
        List<String> scopes,
        @Nullable TokenId id,
        @Nullable String source,
        Instant createdAt,
        Instant expiresAt,
        long ttl) {
    public Credential {
        Objects.requireNonNull(kind, "kind is null");
        Objects.requireNonNull(tenant, "tenant is null");
        Objects.requireNonNull(principal, "principal is null");
        Objects.requireNonNull(createdAt, "createdAt is null");
        Objects.requireNonNull(expiresAt, "expiresAt is null");
        scopes = List.copyOf(scopes);
    }

    static Credential of(
            CredentialKind kind,
            TenantId tenant,
            PrincipalId principal,
            Set<Scope> scopes,
            @Nullable TokenId id,
            @Nullable String source,
            Instant createdAt,
            Instant expiresAt) {
        List<String> words = scopes.stream().sorted().map(Scope::wire).toList();
        return new Credential(
                kind, tenant, principal, words, id, source, createdAt, expiresAt, expiresAt.getEpochSecond());
    }

    boolean expired(Instant now) {
        return !now.isBefore(expiresAt);
    }

    /** The scopes as known to this program; a word that it does not know grants nothing. */
    Set<Scope> scopeSet() {
        return scopes.stream()
                .flatMap(word -> Scope.ofWire(word).stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Scope.class)));
    }
}
