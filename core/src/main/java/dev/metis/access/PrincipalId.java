package dev.metis.access;

import dev.metis.item.Ids;

/** Id of a user or service in a tenant: {@code usr_} and a ULID. */
public record PrincipalId(String value) {
    public static final String PREFIX = "usr_";

    public PrincipalId {
        Ids.require("PrincipalId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
