package dev.metis.port.rule;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Utf8;
import java.math.BigDecimal;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How many bytes an item is, counted as DynamoDB documents it: names and texts in UTF-8, two digits a byte and one more
 * for a number, three bytes a list or object and one more an element. Meets on its way every value that cannot be
 * stored, and refuses it.
 */
public final class ItemSize {
    private static final int MAX_DIGITS = 38;
    private static final int MAX_EXPONENT = 125;
    private static final int MIN_EXPONENT = -130;

    private final ItemKey key;

    private ItemSize(ItemKey key) {
        this.key = key;
    }

    /** The size of an item; refuses one that is too large or holds what cannot be stored. */
    public static int of(ItemKey key, ObjectNode attributes) {
        if (attributes.has("pk") || attributes.has("sk")) {
            throw refusal(key, "an attribute is called pk or sk, as the key is");
        }
        long bytes = (long) "pk".length() + Utf8.length(key.pk()) + "sk".length() + Utf8.length(key.sk());
        ItemSize size = new ItemSize(key);
        for (Map.Entry<String, JsonNode> member : attributes.properties()) {
            bytes += size.name(member.getKey()) + size.value(member.getValue(), 1);
        }
        if (bytes > ItemStore.MAX_ITEM_BYTES) {
            throw new PermanentException(
                    ErrorCode.ITEM_TOO_LARGE,
                    key + " would be " + bytes + " bytes; an item is at most " + ItemStore.MAX_ITEM_BYTES);
        }
        return (int) bytes;
    }

    private long value(JsonNode value, int depth) {
        if (depth > ItemStore.MAX_DEPTH) {
            throw refusal(key, "it is nested deeper than " + ItemStore.MAX_DEPTH + " levels");
        }
        return switch (value.getNodeType()) {
            case STRING -> text(value.stringValue());
            case NUMBER -> number(value);
            case BOOLEAN, NULL -> 1;
            case ARRAY -> {
                long bytes = 3;
                for (JsonNode element : value) {
                    bytes += 1 + value(element, depth + 1);
                }
                yield bytes;
            }
            case OBJECT -> {
                long bytes = 3;
                for (Map.Entry<String, JsonNode> member : value.properties()) {
                    bytes += 1 + name(member.getKey()) + value(member.getValue(), depth + 1);
                }
                yield bytes;
            }
            case BINARY, MISSING, POJO ->
                throw refusal(key, "it holds a " + value.getNodeType() + ", which is no JSON");
        };
    }

    private int name(String name) {
        if (name.isEmpty()) {
            throw refusal(key, "a name in it is empty");
        }
        return text(name);
    }

    private int text(String text) {
        try {
            return Utf8.length(text);
        } catch (IllegalArgumentException e) {
            throw new PermanentException(ErrorCode.INVALID_REQUEST, key + " cannot be stored: " + e.getMessage(), e);
        }
    }

    private int number(JsonNode number) {
        if (number instanceof NumericNode numeric && numeric.isNaN()) {
            throw refusal(key, "it holds a number that is none");
        }
        BigDecimal value = number.decimalValue().stripTrailingZeros();
        int digits = value.precision();
        long exponent = (long) digits - value.scale() - 1;
        boolean zero = value.signum() == 0;
        if (!zero && (digits > MAX_DIGITS || exponent > MAX_EXPONENT || exponent < MIN_EXPONENT)) {
            throw refusal(
                    key,
                    "a number in it has " + digits + " digits and the exponent " + exponent + "; at most " + MAX_DIGITS
                            + " and " + MIN_EXPONENT + " to " + MAX_EXPONENT + " are possible");
        }
        return (digits + 1) / 2 + 1 + (value.signum() < 0 ? 1 : 0);
    }

    private static PermanentException refusal(ItemKey key, String why) {
        return new PermanentException(ErrorCode.INVALID_REQUEST, key + " cannot be stored: " + why);
    }
}
