package dev.metis.port.rule;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Values of attributes: where a path leads, and when two are the same. */
final class Values {
    private Values() {}

    /** The value the path leads to, or null where it leads nowhere. */
    static @Nullable JsonNode find(@Nullable ObjectNode attributes, List<String> path) {
        JsonNode value = attributes;
        for (String segment : path) {
            value = value instanceof ObjectNode object ? object.get(segment) : null;
        }
        return value;
    }

    /** JSON equality, numbers by value at every depth. */
    static boolean same(JsonNode a, JsonNode b) {
        if (a.isNumber() && b.isNumber()) {
            return compare(a, b) == 0;
        }
        if (a.isObject() && b.isObject()) {
            return a.size() == b.size()
                    && a.properties().stream().allMatch(member -> {
                        JsonNode other = b.get(member.getKey());
                        return other != null && same(member.getValue(), other);
                    });
        }
        if (a.isArray() && b.isArray()) {
            boolean same = a.size() == b.size();
            for (int i = 0; same && i < a.size(); i++) {
                same = same(a.get(i), b.get(i));
            }
            return same;
        }
        return a.equals(b);
    }

    /** Order of two numbers. */
    static int compare(JsonNode a, JsonNode b) {
        return a.canConvertToLong() && b.canConvertToLong() && a.isIntegralNumber() && b.isIntegralNumber()
                ? Long.compare(a.longValue(), b.longValue())
                : a.decimalValue().compareTo(b.decimalValue());
    }
}
