package dev.metis.local.engine;

import dev.metis.port.Orchestrator.ExecutionStatus;
import org.jspecify.annotations.Nullable;

/**
 * Hears of executions, on a virtual thread and after the fact is durable. A crash between the two loses the news, not the
 * fact: whoever must not miss an end asks for the status.
 */
public interface EngineListener {
    /** Hears nothing. */
    EngineListener NONE = new EngineListener() {};

    /** An execution ended; error and cause are set unless it succeeded. */
    default void executionEnded(String name, ExecutionStatus status, @Nullable String error, @Nullable String cause) {}

    /** The journal refused a write: the execution stands still until the engine is opened again. */
    default void executionHalted(String name, Throwable reason) {}
}
