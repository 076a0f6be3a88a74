package dev.metis.access;

import java.time.Instant;
import java.util.Objects;

/** A user in a tenant. The name is unique in the installation and is what people and logs see. */
public record Principal(TenantId tenant, PrincipalId id, String name, Role role, Instant createdAt, long version) {
    public static final int MAX_NAME_CHARS = 64;

    public Principal {
        Objects.requireNonNull(tenant, "tenant is null");
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(role, "role is null");
        Objects.requireNonNull(createdAt, "createdAt is null");
        if (!validName(name)) {
            throw new IllegalArgumentException("name must be 1 to " + MAX_NAME_CHARS
                    + " letters, digits or . _ - + @, beginning with a letter or digit");
        }
    }

    public static boolean validName(String name) {
        return name.length() <= MAX_NAME_CHARS && name.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}._+@-]*");
    }
}
