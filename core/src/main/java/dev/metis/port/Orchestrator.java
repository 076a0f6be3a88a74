package dev.metis.port;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Runs state machine executions by name. A name is used once: starting it again is answered by what became of it. */
public interface Orchestrator {
    /**
     * Starts an execution. Idempotent by name: a name that runs with the same input answers {@code STARTED} again; one
     * that ended, or runs with another input, answers {@code ALREADY_USED}. Durable when it returns.
     */
    StartResult start(String stateMachine, String executionName, JsonNode input);

    /** Stops an execution; one that has ended already is no fault. */
    void stop(String executionName, String error, String cause);

    /** What became of an execution, if the name was ever used. */
    Optional<ExecutionStatus> status(String executionName);

    /** Settles a token wait with a result. A token that is unknown, settled or timed out answers {@code GONE}. */
    TokenResult succeed(String taskToken, JsonNode output);

    /** Settles a token wait with an error. */
    TokenResult fail(String taskToken, String error, String cause);

    /** Keeps a token wait alive for another heartbeat interval. */
    TokenResult heartbeat(String taskToken);

    /** How a start ended. */
    enum StartResult {
        STARTED,
        ALREADY_USED
    }

    /** State of an execution. */
    enum ExecutionStatus {
        RUNNING,
        SUCCEEDED,
        FAILED,
        STOPPED,
        TIMED_OUT
    }

    /** Whether a token was still waited for. */
    enum TokenResult {
        ACCEPTED,
        GONE
    }
}
