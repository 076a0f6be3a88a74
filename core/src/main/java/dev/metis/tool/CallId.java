package dev.metis.tool;

import dev.metis.item.Ids;

/** Id of a tool call: {@code call_} and a ULID. */
public record CallId(String value) {
    public static final String PREFIX = "call_";

    public CallId {
        Ids.require("CallId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
