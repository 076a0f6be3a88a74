package dev.metis.port.rule;

import dev.metis.port.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

/** When a condition holds. */
final class Conditions {
    private Conditions() {}

    /** Whether the answer depends on the attributes, and not only on the item being there. */
    static boolean looksInside(Condition condition) {
        return switch (condition) {
            case Condition.Always _, Condition.Exists _, Condition.NotExists _ -> false;
            case Condition.Equal _,
                    Condition.LessThan _,
                    Condition.GreaterThan _,
                    Condition.Missing _,
                    Condition.Present _ -> true;
            case Condition.All all -> all.parts().stream().anyMatch(Conditions::looksInside);
            case Condition.Any any -> any.parts().stream().anyMatch(Conditions::looksInside);
        };
    }

    /** Whether the condition holds of the item as stored (its attributes, or null where there is none). */
    static boolean holds(Condition condition, @Nullable ObjectNode item) {
        return switch (condition) {
            case Condition.Always _ -> true;
            case Condition.Exists _ -> item != null;
            case Condition.NotExists _ -> item == null;
            case Condition.Equal equal -> {
                JsonNode found = Values.find(item, equal.path());
                yield found != null && Values.same(found, equal.value());
            }
            case Condition.LessThan less -> number(item, less.path(), less.value(), -1);
            case Condition.GreaterThan greater -> number(item, greater.path(), greater.value(), 1);
            case Condition.Missing missing -> Values.find(item, missing.path()) == null;
            case Condition.Present present -> Values.find(item, present.path()) != null;
            case Condition.All all -> all.parts().stream().allMatch(part -> holds(part, item));
            case Condition.Any any -> any.parts().stream().anyMatch(part -> holds(part, item));
        };
    }

    private static boolean number(@Nullable ObjectNode item, List<String> path, long limit, int sign) {
        JsonNode found = Values.find(item, path);
        return found != null
                && found.isNumber()
                && Integer.signum(Values.compare(found, LongNode.valueOf(limit))) == sign;
    }
}
