package dev.metis.local.engine.expression;

import com.dashjoin.jsonata.Jsonata;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts between JSON trees and the values the JSONata library works on. Whole numbers stay whole (also a double that
 * is one, as JSON has no difference), JSON null stays null and is never mistaken for undefined.
 */
final class JsonataValues {
    /** A payload of 256 KiB has at most this many values; a larger result is refused before it is built. */
    static final int MAX_VALUES = 140_000;

    private static final double EXACT = 9_007_199_254_740_992.0;

    private int left = MAX_VALUES;

    private JsonataValues() {}

    static Object fromJson(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                Map<String, Object> map = LinkedHashMap.newLinkedHashMap(node.size());
                for (Map.Entry<String, JsonNode> field : node.properties()) {
                    map.put(field.getKey(), fromJson(field.getValue()));
                }
                yield map;
            }
            case ARRAY -> {
                List<Object> list = new ArrayList<>(node.size());
                for (JsonNode element : node) {
                    list.add(fromJson(element));
                }
                yield list;
            }
            case STRING -> node.stringValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> number(node);
            case NULL, MISSING, BINARY, POJO -> Jsonata.NULL_VALUE;
        };
    }

    private static Object number(JsonNode node) {
        if (node.isInt() || node.isShort()) {
            return node.intValue();
        }
        return node.isLong() ? (Object) node.longValue() : (Object) node.doubleValue();
    }

    /** The JSON of a value that is not undefined. */
    static JsonNode toJson(Object value) throws EvaluationException {
        return new JsonataValues().json(value);
    }

    private JsonNode json(@Nullable Object value) throws EvaluationException {
        if (left-- <= 0) {
            throw new EvaluationException("returned more than " + MAX_VALUES + " values");
        }
        return switch (value) {
            case null -> JsonNodeFactory.instance.nullNode();
            case String text -> JsonNodeFactory.instance.stringNode(text);
            case Boolean flag -> JsonNodeFactory.instance.booleanNode(flag);
            case Number number -> jsonNumber(number);
            case List<?> list -> array(list);
            case Map<?, ?> map -> object(map);
            default -> {
                if (value.equals(Jsonata.NULL_VALUE)) {
                    yield JsonNodeFactory.instance.nullNode();
                }
                throw new EvaluationException("returned a function, which JSON cannot represent");
            }
        };
    }

    private ArrayNode array(List<?> list) throws EvaluationException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Object element : list) {
            array.add(json(element));
        }
        return array;
    }

    private ObjectNode object(Map<?, ?> map) throws EvaluationException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            object.set(String.valueOf(entry.getKey()), json(entry.getValue()));
        }
        return object;
    }

    private static JsonNode jsonNumber(Number number) throws EvaluationException {
        return switch (number) {
            case Integer whole -> JsonNodeFactory.instance.numberNode(whole.intValue());
            case Long whole -> whole(whole);
            case BigInteger big -> JsonNodeFactory.instance.numberNode(big);
            case BigDecimal decimal -> fraction(decimal.doubleValue());
            default -> fraction(number.doubleValue());
        };
    }

    private static JsonNode fraction(double value) throws EvaluationException {
        if (!Double.isFinite(value)) {
            throw new EvaluationException("returned a number out of range");
        }
        if (value == Math.rint(value) && Math.abs(value) <= EXACT) {
            return whole((long) value);
        }
        return JsonNodeFactory.instance.numberNode(value);
    }

    private static JsonNode whole(long value) {
        return value == (int) value
                ? JsonNodeFactory.instance.numberNode((int) value)
                : JsonNodeFactory.instance.numberNode(value);
    }
}
