package dev.metis.tool;

import dev.metis.run.RunId;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** One call of an inline tool; the arguments have passed the tool's schema. */
public record InlineCall(RunId runId, CallId callId, JsonNode arguments) {
    public InlineCall {
        Objects.requireNonNull(runId, "runId is null");
        Objects.requireNonNull(callId, "callId is null");
        Objects.requireNonNull(arguments, "arguments is null");
    }
}
