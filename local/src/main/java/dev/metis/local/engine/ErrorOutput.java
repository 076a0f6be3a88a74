package dev.metis.local.engine;

import dev.metis.item.ItemMapper;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An error of a state: its name, and a text for people. Both are cut to what Step Functions keeps. */
record ErrorOutput(@Nullable String error, @Nullable String cause) {
    static final String ALL = "States.ALL";
    static final String TASK_FAILED = "States.TaskFailed";
    static final String TIMEOUT = "States.Timeout";
    static final String HEARTBEAT_TIMEOUT = "States.HeartbeatTimeout";
    static final String RUNTIME = "States.Runtime";
    static final String DATA_LIMIT = "States.DataLimitExceeded";
    static final String NO_CHOICE = "States.NoChoiceMatched";
    static final String QUERY = "States.QueryEvaluationError";
    static final String FUNCTION_TIMEOUT = "Sandbox.Timedout";
    static final String DEFINITION = "Metis.DefinitionUnavailable";

    ErrorOutput {
        error = cut(error, EngineLimits.ERROR_CHARS);
        cause = cut(cause, EngineLimits.CAUSE_CHARS);
    }

    private static @Nullable String cut(@Nullable String text, int length) {
        return text == null || text.length() <= length ? text : text.substring(0, length);
    }

    /** What a failed Lambda function leaves: its class as the name, its error object as text for the cause. */
    static ErrorOutput ofFunction(String type, String message) {
        ObjectNode cause = ItemMapper.object();
        cause.put("errorMessage", message);
        cause.put("errorType", type);
        return new ErrorOutput(type, ItemMapper.write(cause));
    }

    JsonNode json() {
        ObjectNode json = ItemMapper.object();
        if (error != null) {
            json.put("Error", error);
        }
        if (cause != null) {
            json.put("Cause", cause);
        }
        return json;
    }

    /**
     * Whether a retrier or catcher with these names takes this error. The wildcards leave out what cannot be handled:
     * {@code States.Runtime} is never taken, {@code States.DataLimitExceeded} only by its own name. A missed heartbeat is
     * a timeout too.
     */
    boolean matches(List<String> names) {
        if (RUNTIME.equals(error)) {
            return false;
        }
        if (error != null && names.contains(error)) {
            return true;
        }
        if (HEARTBEAT_TIMEOUT.equals(error) && names.contains(TIMEOUT)) {
            return true;
        }
        if (DATA_LIMIT.equals(error)) {
            return false;
        }
        boolean timeout = TIMEOUT.equals(error) || HEARTBEAT_TIMEOUT.equals(error);
        return names.contains(ALL) || (names.contains(TASK_FAILED) && !timeout);
    }
}
