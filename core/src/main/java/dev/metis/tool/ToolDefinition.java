package dev.metis.tool;

import java.util.Objects;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a model may call. {@code description} and {@code inputSchema} (JSON Schema 2020-12, a closed object) are written
 * for the model. {@code idempotent} says that a call whose outcome is unknown may simply run again.
 */
public record ToolDefinition(
        String name,
        String description,
        ObjectNode inputSchema,
        ToolEffect effect,
        ToolExecutor executor,
        boolean idempotent,
        int defaultTimeoutSeconds) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?");

    public ToolDefinition {
        Objects.requireNonNull(description, "description is null");
        Objects.requireNonNull(effect, "effect is null");
        Objects.requireNonNull(executor, "executor is null");
        if (name.length() > 64 || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("tool name " + name + " is not of the form group.verb");
        }
        if (defaultTimeoutSeconds < 1) {
            throw new IllegalArgumentException("defaultTimeoutSeconds is " + defaultTimeoutSeconds + "; at least 1");
        }
        inputSchema = inputSchema.deepCopy();
    }

    /** A copy: nobody changes what was defined. */
    @Override
    public ObjectNode inputSchema() {
        return inputSchema.deepCopy();
    }
}
