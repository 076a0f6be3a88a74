package dev.metis.port;

import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * What must hold of the item as stored for a write to happen. A path names a top-level attribute, or with further
 * segments a member of a nested object. A comparison with a missing attribute does not hold.
 */
public sealed interface Condition {
    /** Holds always. */
    record Always() implements Condition {}

    /** Holds when no item has the key. */
    record NotExists() implements Condition {}

    /** Holds when an item has the key. */
    record Exists() implements Condition {}

    /** Holds when the attribute is present and equal (numbers by value, all else by JSON equality). */
    record Equal(List<String> path, JsonNode value) implements Condition {
        public Equal {
            path = AttributePath.require(path);
            Objects.requireNonNull(value, "value is null");
        }
    }

    /** Holds when the attribute is a number below the value. */
    record LessThan(List<String> path, long value) implements Condition {
        public LessThan {
            path = AttributePath.require(path);
        }
    }

    /** Holds when the attribute is a number above the value. */
    record GreaterThan(List<String> path, long value) implements Condition {
        public GreaterThan {
            path = AttributePath.require(path);
        }
    }

    /** Holds when the attribute (or the item) is absent. */
    record Missing(List<String> path) implements Condition {
        public Missing {
            path = AttributePath.require(path);
        }
    }

    /** Holds when the attribute is present. */
    record Present(List<String> path) implements Condition {
        public Present {
            path = AttributePath.require(path);
        }
    }

    /** Holds when each part holds; with no parts, always. */
    record All(List<Condition> parts) implements Condition {
        public All {
            parts = List.copyOf(parts);
        }
    }

    /** Holds when at least one part holds. */
    record Any(List<Condition> parts) implements Condition {
        public Any {
            parts = List.copyOf(parts);
            if (parts.isEmpty()) {
                throw new IllegalArgumentException("parts is empty");
            }
        }
    }

    static Condition all(Condition... parts) {
        return new All(List.of(parts));
    }
}
