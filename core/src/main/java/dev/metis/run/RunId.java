package dev.metis.run;

import dev.metis.item.Ids;

/** Id of a run: {@code run_} and a ULID. */
public record RunId(String value) {
    public static final String PREFIX = "run_";

    public RunId {
        Ids.require("RunId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
