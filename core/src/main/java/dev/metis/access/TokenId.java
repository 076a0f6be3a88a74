package dev.metis.access;

import dev.metis.item.Ids;

/** Id of an API token, which may be shown and logged: {@code tok_} and a ULID. */
public record TokenId(String value) {
    public static final String PREFIX = "tok_";

    public TokenId {
        Ids.require("TokenId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
