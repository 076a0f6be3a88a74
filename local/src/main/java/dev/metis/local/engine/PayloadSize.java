package dev.metis.local.engine;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The size of a JSON value as UTF-8 text, counted without writing it. */
final class PayloadSize {
    private PayloadSize() {}

    static int of(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                int size = 2 + Math.max(0, node.size() - 1);
                for (Map.Entry<String, JsonNode> field : node.properties()) {
                    size += text(field.getKey()) + 1 + of(field.getValue());
                }
                yield size;
            }
            case ARRAY -> {
                int size = 2 + Math.max(0, node.size() - 1);
                for (JsonNode element : node) {
                    size += of(element);
                }
                yield size;
            }
            case STRING -> text(node.stringValue());
            case NULL, BOOLEAN, NUMBER, MISSING, BINARY, POJO -> node.asString().length() + (node.isNull() ? 4 : 0);
        };
    }

    private static int text(String text) {
        int size = 2;
        for (int index = 0; index < text.length(); index++) {
            size += character(text.charAt(index));
        }
        return size;
    }

    private static int character(char c) {
        if (c < 0x20) {
            return "\b\t\n\f\r".indexOf(c) >= 0 ? 2 : 6;
        }
        if (c == '"' || c == '\\') {
            return 2;
        }
        if (c < 0x80) {
            return 1;
        }
        return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
}
