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
    private static final int SHOWN = 5;

    private final SchemaValidator validator;

    public ToolCheck(SchemaValidator validator) {
        this.validator = validator;
    }

    /** The arguments as JSON, when they are a JSON object with a canonical form. */
    public Optional<JsonNode> parse(String raw) {
        try {
            JsonNode arguments = StrictJson.parse(raw.isBlank() ? "{}" : raw);
            CanonicalJson.canonicalize(arguments);
            return arguments.isObject() ? Optional.of(arguments) : Optional.empty();
        } catch (PermanentException | IllegalArgumentException e) {
            // Not a fault of ours: the caller tells the model that its arguments cannot be read.
            return Optional.empty();
        }
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
