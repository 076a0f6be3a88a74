package dev.metis.tool;

import dev.metis.artifact.ArtifactId;
import dev.metis.event.ToolOutcome;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The one durable answer to a tool call. {@code text} is what the model sees (at most 40 KB; a reference when over 24
 * KB). {@code editedArguments} are the arguments that really ran, where a person changed the model's.
 */
public record ToolReceipt(
        CallId callId,
        int turn,
        int index,
        String tool,
        String idempotencyKey,
        ToolOutcome outcome,
        JsonNode text,
        String resultHash,
        @Nullable ArtifactId artifactId,
        long durationMs,
        @Nullable String workspaceVersion,
        @Nullable JsonNode editedArguments,
        @Nullable String editedBy,
        Instant at) {
    public ToolReceipt {
        Objects.requireNonNull(callId, "callId is null");
        Objects.requireNonNull(outcome, "outcome is null");
        Objects.requireNonNull(text, "text is null");
        Objects.requireNonNull(resultHash, "resultHash is null");
    }
}
