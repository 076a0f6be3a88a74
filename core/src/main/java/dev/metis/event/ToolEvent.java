package dev.metis.event;

import dev.metis.artifact.ArtifactId;
import dev.metis.tool.CallId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Facts of a tool call. */
public sealed interface ToolEvent extends RunEventBody {
    CallId callId();

    /** The model asked for it, and this was decided. {@code decision} is allow, ask or deny. */
    record ToolProposed(
            CallId callId, String tool, JsonNode arguments, String argumentsHash, String decision, String reason)
            implements ToolEvent {}

    /** It was handed to its executor: inline, sandbox, mcp, remote or child. */
    record ToolStarted(CallId callId, String executor, String idempotencyKey) implements ToolEvent {}

    /** A piece of its output; {@code stream} is stdout or stderr. */
    record ToolOutput(CallId callId, String stream, String text) implements ToolEvent {}

    /** Its receipt was written; {@code preview} is the head of what the model sees. */
    record ToolFinished(
            CallId callId,
            ToolOutcome outcome,
            String resultHash,
            String preview,
            @Nullable ArtifactId artifactId,
            long durationMs,
            @Nullable String workspaceVersion)
            implements ToolEvent {}
}
