package dev.metis.access;

import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * Who asks, as established from a credential and nothing else. {@code scopes} is what the credential has and the role
 * leaves. {@code credential} is the SHA-256 that the credential lies under: by it, long-lived connections are checked
 * again.
 */
public record Caller(
        TenantId tenant,
        PrincipalId principal,
        String name,
        Role role,
        Set<Scope> scopes,
        CredentialKind kind,
        String credential,
        Instant expiresAt) {
    public Caller {
        Objects.requireNonNull(tenant, "tenant is null");
        Objects.requireNonNull(principal, "principal is null");
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(role, "role is null");
        scopes = Set.copyOf(scopes);
        Objects.requireNonNull(kind, "kind is null");
        Objects.requireNonNull(credential, "credential is null");
        Objects.requireNonNull(expiresAt, "expiresAt is null");
    }

    public boolean may(Scope scope) {
        return scopes.contains(scope);
    }
}
