package dev.metis.local.engine;

import dev.metis.port.Orchestrator.ExecutionStatus;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Hears of executions, on a virtual thread and after the fact is durable. A crash between the two loses the news, not the
 * fact: whoever must not miss an end asks for the status.
 */
public interface EngineListener {
    /** Hears nothing. */
    EngineListener NONE = new EngineListener() {};

    /** An execution ended; with the input it was started with; error and cause are set unless it
     * succeeded.
     */
    default void executionEnded(
            String name, JsonNode input, ExecutionStatus status, @Nullable String error, @Nullable String cause) {}

    /** The journal refused a write: the execution stands still until the engine is opened again. */
    default void executionHalted(String name, Throwable reason) {}
}
