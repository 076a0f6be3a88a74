package dev.metis.json;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Writes one canonical form. It walks with a stack of its own, so that depth costs memory and never the thread. */
final class CanonicalWriter {
    private static final BigInteger LARGEST_INTEGER = BigInteger.valueOf((1L << 53) - 1);
    private static final int POINTER_SHOWN = 200;
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder();
    private final Deque<Container> open = new ArrayDeque<>();

    String write(JsonNode root) {
        begin(root);
        while (!open.isEmpty()) {
            Container container = open.getLast();
            JsonNode child = container.next(this);
            if (child == null) {
                open.removeLast();
            } else {
                begin(child);
            }
        }
        return out.toString();
    }

    private void begin(JsonNode node) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                out.append('{');
                open.addLast(new Members(node));
            }
            case ARRAY -> {
                out.append('[');
                open.addLast(new Elements(node));
            }
            case STRING -> text(node.stringValue());
            case NUMBER -> out.append(number(node));
            case BOOLEAN -> out.append(node.booleanValue());
            case NULL -> out.append("null");
            case BINARY, MISSING, POJO -> throw refused("is no JSON value");
        }
    }

    private String number(JsonNode node) {
        return switch (node.numberType()) {
            case INT, LONG, BIG_INTEGER -> integer(node.bigIntegerValue());
            case DOUBLE -> finite(node.doubleValue());
            // A float is written as its own shortest decimal, so that is its value to whoever reads it back.
            case FLOAT -> finite(Double.parseDouble(Float.toString(node.floatValue())));
            case BIG_DECIMAL -> decimal(node.decimalValue());
        };
    }

    private String integer(BigInteger value) {
        if (value.abs().compareTo(LARGEST_INTEGER) > 0) {
            throw refused("is an integer beyond ±(2^53 − 1), which not every reader can hold; send it as a string");
        }
        return value.toString();
    }

    private String decimal(BigDecimal value) {
        String form = finite(value.doubleValue());
        if (new BigDecimal(form).compareTo(value) != 0) {
            throw refused("is a decimal that a double cannot give back; send it as a string");
        }
        return form;
    }

    private String finite(double value) {
        if (!Double.isFinite(value)) {
            throw refused("is a number that no double can hold");
        }
        return NumberForm.of(value);
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                i = pair(text, i);
            } else {
                character(c);
            }
        }
        out.append('"');
    }

    private int pair(String text, int at) {
        int next = at + 1;
        if (next >= text.length() || !Character.isSurrogatePair(text.charAt(at), text.charAt(next))) {
            throw refused("is text with a lone surrogate");
        }
        out.append(text, at, next + 1);
        return next;
    }

    private void character(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\t' -> out.append("\\t");
            case '\n' -> out.append("\\n");
            case '\f' -> out.append("\\f");
            case '\r' -> out.append("\\r");
            default -> {
                if (c < ' ') {
                    out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
                } else {
                    out.append(c);
                }
            }
        }
    }

    private PermanentException refused(String why) {
        StringBuilder pointer = new StringBuilder();
        for (Container container : open) {
            pointer.append('/').append(container.at().replace("~", "~0").replace("/", "~1"));
            if (pointer.length() > POINTER_SHOWN) {
                pointer.setLength(POINTER_SHOWN);
                pointer.append('…');
                break;
            }
        }
        return new PermanentException(ErrorCode.INVALID_REQUEST, "the value at \"" + pointer + "\" " + why);
    }

    /** An object or array whose writing has begun. */
    private sealed interface Container {
        /** The child to write next, with what stands before it written; null when the container has been closed. */
        @Nullable
        JsonNode next(CanonicalWriter writer);

        /** The key or index of the child that was handed out last. */
        String at();
    }

    private static final class Members implements Container {
        private final Iterator<Map.Entry<String, JsonNode>> members;
        private String at = "";
        private boolean first = true;

        Members(JsonNode object) {
            List<Map.Entry<String, JsonNode>> sorted = new ArrayList<>(object.properties());
            // String's order is that of UTF-16 units, as RFC 8785 wants it.
            Collections.sort(sorted, Map.Entry.comparingByKey());
            members = sorted.iterator();
        }

        @Override
        public @Nullable JsonNode next(CanonicalWriter writer) {
            if (!members.hasNext()) {
                writer.out.append('}');
                return null;
            }
            Map.Entry<String, JsonNode> member = members.next();
            at = member.getKey();
            if (!first) {
                writer.out.append(',');
            }
            first = false;
            writer.text(at);
            writer.out.append(':');
            return member.getValue();
        }

        @Override
        public String at() {
            return at;
        }
    }

    private static final class Elements implements Container {
        private final Iterator<JsonNode> elements;
        private int index = -1;

        Elements(JsonNode array) {
            elements = array.iterator();
        }

        @Override
        public @Nullable JsonNode next(CanonicalWriter writer) {
            if (!elements.hasNext()) {
                writer.out.append(']');
                return null;
            }
            index++;
            if (index > 0) {
                writer.out.append(',');
            }
            return elements.next();
        }

        @Override
        public String at() {
            return Integer.toString(index);
        }
    }
}
