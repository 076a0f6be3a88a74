package dev.metis.usecase;

import dev.metis.error.PermanentException;
import dev.metis.json.CanonicalJson;
import dev.metis.json.StrictJson;
import dev.metis.port.SchemaValidator;
import dev.metis.tool.ToolDefinition;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Checks what a model, or a person who edits, wants to give to a tool. */
public final class ToolCheck {
    /** Levels of nesting that arguments may have; the store allows a few more, for what holds them. */
    static final int MAX_DEPTH = 24;

    private static final int SHOWN = 5;
    private static final double LARGEST = 1e125;
    private static final double SMALLEST = 1e-128;

    private final SchemaValidator validator;

    public ToolCheck(SchemaValidator validator) {
        this.validator = validator;
    }

    /** The arguments as JSON, when they are a JSON object with a canonical form that the store can hold. */
    public Optional<JsonNode> parse(String raw) {
        try {
            JsonNode arguments = StrictJson.parse(raw.isBlank() ? "{}" : raw);
            CanonicalJson.canonicalize(arguments);
            return arguments.isObject() && keepable(arguments, 1) ? Optional.of(arguments) : Optional.empty();
        } catch (PermanentException | IllegalArgumentException e) {
            // Not a fault of ours: the caller tells the model that its arguments cannot be read.
            return Optional.empty();
        }
    }

    /** Whether the store can hold it inside a turn and an event as it is. */
    private static boolean keepable(JsonNode value, int depth) {
        if (value.isNumber()) {
            double size = Math.abs(value.doubleValue());
            return size == 0 || (size < LARGEST && size > SMALLEST);
        }
        if (depth > MAX_DEPTH) {
            return false;
        }
        return value.properties().stream().noneMatch(member -> member.getKey().isEmpty())
                && value.valueStream().allMatch(child -> keepable(child, depth + 1));
    }

    /** What is wrong with the arguments, in words for the model or the person; empty when nothing is. */
    public Optional<String> violations(ToolDefinition tool, JsonNode arguments) {
        List<SchemaValidator.Violation> found = validator.validate(tool.inputSchema(), arguments);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder("the arguments do not fit " + tool.name() + ":");
        found.stream()
                .limit(SHOWN)
                .forEach(v -> text.append("\n- ")
                        .append(v.pointer().isEmpty() ? "(whole)" : v.pointer())
                        .append(": ")
                        .append(v.message()));
        return Optional.of(text.toString());
    }
}
