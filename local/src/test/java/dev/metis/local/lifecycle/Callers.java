package dev.metis.local.lifecycle;

import dev.metis.access.Caller;
import dev.metis.access.CredentialKind;
import dev.metis.access.PrincipalId;
import dev.metis.access.Role;
import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import java.time.Duration;
import java.time.Instant;

/** Callers as an authenticated request would have them. */
final class Callers {
    private Callers() {}

    static Caller owner(TenantId tenant, PrincipalId person) {
        return new Caller(
                tenant,
                person,
                "tester",
                Role.OWNER,
                Scope.ALL,
                CredentialKind.API,
                "0".repeat(64),
                Instant.now().plus(Duration.ofHours(1)));
    }
}
