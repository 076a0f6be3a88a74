package dev.metis.event;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes the JSON Schema of an event from its record: the envelope, and the data as a closed object. */
final class EventSchemas {
    private static final long LARGEST = (1L << 53) - 1;
    private static final String ULID = "[0-7][0-9A-HJKMNP-TV-Z]{25}$";
    private static final String HASH = "^sha256:[0-9a-f]{64}$";

    /** The words of components whose type is text, as the contract lists them. */
    private static final Map<String, List<String>> WORDS = Map.of(
            "run.queued/trigger", List.of("chat", "api", "automation", "subagent", "discord"),
            "run.queued/mode", List.of("read-only", "approval-required", "auto-edit", "full"),
            "tool.proposed/decision", List.of("allow", "ask", "deny"),
            "approval.decided/decision", List.of("approved", "denied", "expired", "withdrawn"),
            "tool.started/executor", List.of("inline", "sandbox", "mcp", "remote", "child"),
            "tool.output/stream", List.of("stdout", "stderr"),
            "question.asked/kind", List.of("user", "review"),
            "plan.updated/status", List.of("pending", "in_progress", "completed"),
            "child.finished/status", List.of("completed", "failed", "cancelled", "interrupted"));

    private final EventType type;

    private EventSchemas(EventType type) {
        this.type = type;
    }

    static ObjectNode of(EventType type) {
        return new EventSchemas(type).envelope();
    }

    private ObjectNode envelope() {
        ObjectNode schema = object();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("$id", type.wire() + ".json");
        schema.put("title", type.wire());
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties.set("runId", id("run_"));
        properties.set("seq", integer(1));
        properties.putObject("type").put("const", type.wire());
        properties.set("at", instant());
        properties.set("attempt", integer(0));
        properties.set("turn", integer(1));
        properties.set("data", closed(type.body()));
        schema.putArray("required")
                .add("runId")
                .add("seq")
                .add("type")
                .add("at")
                .add("attempt")
                .add("data");
        schema.put("additionalProperties", false);
        return schema;
    }

    private ObjectNode closed(Class<?> body) {
        ObjectNode schema = object().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        for (RecordComponent component : body.getRecordComponents()) {
            properties.set(component.getName(), value(component.getName(), component.getGenericType()));
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                required.add(component.getName());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    private ObjectNode value(String name, Type declared) {
        if (declared instanceof ParameterizedType list) {
            ObjectNode schema = object().put("type", "array");
            schema.set("items", value(name, list.getActualTypeArguments()[0]));
            return schema;
        }
        Class<?> java = (Class<?>) declared;
        if (java == String.class) {
            return text(name);
        }
        if (java == int.class || java == long.class) {
            return integer(0);
        }
        if (java == Double.class) {
            return object().put("type", "number").put("minimum", 0);
        }
        if (java == boolean.class) {
            return object().put("type", "boolean");
        }
        if (java == Instant.class) {
            return instant();
        }
        if (java == JsonNode.class) {
            return object().put("type", "object");
        }
        if (java.isEnum()) {
            return words(Arrays.stream(java.getEnumConstants())
                    .map(word -> ((Enum<?>) word).name().toLowerCase(Locale.ROOT))
                    .toList());
        }
        return prefix(java) == null ? closed(java) : id(String.valueOf(prefix(java)));
    }

    private ObjectNode text(String name) {
        List<String> words = WORDS.get(type.wire() + "/" + name);
        if (words != null) {
            return words(words);
        }
        ObjectNode text = object().put("type", "string");
        return name.equals("argumentsHash") || name.equals("editedArgumentsHash") ? text.put("pattern", HASH) : text;
    }

    /** The prefix of an id record; null for any other record. */
    static @Nullable String prefix(Class<?> java) {
        try {
            return (String) java.getField("PREFIX").get(null);
        } catch (NoSuchFieldException e) {
            return null;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first word that the schema allows for a text, or something that any text may be. */
    static String sampleText(EventType type, String name) {
        List<String> words = WORDS.get(type.wire() + "/" + name);
        if (words != null) {
            return words.getFirst();
        }
        return name.endsWith("Hash") ? "sha256:" + "0a".repeat(32) : name + " 😀";
    }

    private static ObjectNode words(List<String> words) {
        ObjectNode schema = object();
        ArrayNode allowed = schema.putArray("enum");
        words.forEach(allowed::add);
        return schema;
    }

    private static ObjectNode id(String prefix) {
        return object().put("type", "string").put("pattern", "^" + prefix + ULID);
    }

    private static ObjectNode integer(long minimum) {
        return object().put("type", "integer").put("minimum", minimum).put("maximum", LARGEST);
    }

    private static ObjectNode instant() {
        return object().put("type", "string").put("format", "date-time");
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
