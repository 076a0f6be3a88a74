package dev.metis.port.rule;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.Change;
import dev.metis.port.ItemKey;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

/** What the changes of an update do. */
final class Changes {
    private Changes() {}

    /**
     * Applies the changes to the attributes in hand. Their paths are apart (an {@code Update} sees to it), so that one
     * after the other is the same as all at once.
     */
    static void apply(ItemKey key, List<Change> changes, ObjectNode attributes) {
        for (Change change : changes) {
            ObjectNode parent = parent(key, change.path(), attributes);
            String name = change.path().getLast();
            switch (change) {
                case Change.Set set -> parent.set(name, set.value().deepCopy());
                case Change.Remove _ -> parent.remove(name);
                case Change.Add add -> parent.set(name, sum(key, add, parent.get(name)));
            }
        }
    }

    private static ObjectNode parent(ItemKey key, List<String> path, ObjectNode attributes) {
        List<String> above = path.subList(0, path.size() - 1);
        if (Values.find(attributes, above) instanceof ObjectNode parent) {
            return parent;
        }
        throw new PermanentException(
                ErrorCode.INTERNAL, "no object at " + above + " in " + key + ", so " + path + " cannot be changed");
    }

    private static JsonNode sum(ItemKey key, Change.Add add, @Nullable JsonNode before) {
        if (before == null) {
            return LongNode.valueOf(add.delta());
        }
        if (!before.isNumber()) {
            throw new PermanentException(
                    ErrorCode.INTERNAL, add.path() + " in " + key + " is no number, so nothing can be added to it");
        }
        if (!before.isIntegralNumber()) {
            return DecimalNode.valueOf(before.decimalValue().add(BigDecimal.valueOf(add.delta())));
        }
        BigInteger sum = before.bigIntegerValue().add(BigInteger.valueOf(add.delta()));
        return sum.bitLength() < Long.SIZE ? LongNode.valueOf(sum.longValue()) : BigIntegerNode.valueOf(sum);
    }
}
