package dev.metis.access;

import dev.metis.item.Ids;

/** Id of a tenant, the owner in every key: {@code ten_} and a ULID. */
public record TenantId(String value) {
    public static final String PREFIX = "ten_";

    public TenantId {
        Ids.require("TenantId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
