package dev.metis.port;

import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * One change of an update. Paths as in {@link Condition}; every object above the last segment must be there, or the
 * write throws {@code PermanentException} with code {@code INTERNAL}, unless a condition refuses it.
 */
public sealed interface Change {
    List<String> path();

    /** Sets the attribute, replacing what was there. */
    record Set(List<String> path, JsonNode value) implements Change {
        public Set {
            path = AttributePath.require(path);
            Objects.requireNonNull(value, "value is null");
        }
    }

    /** Adds to a number; a missing attribute counts as 0, one that is no number throws as a path that leads nowhere. */
    record Add(List<String> path, long delta) implements Change {
        public Add {
            path = AttributePath.require(path);
        }
    }

    /** Removes the attribute; a missing one is no fault. */
    record Remove(List<String> path) implements Change {
        public Remove {
            path = AttributePath.require(path);
        }
    }
}
