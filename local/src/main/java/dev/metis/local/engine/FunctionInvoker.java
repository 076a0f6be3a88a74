package dev.metis.local.engine;

import tools.jackson.databind.JsonNode;

/**
 * Calls a function by name. Called on a virtual thread that is interrupted when the call times out or its execution is
 * stopped; the same call may come again after a crash, so functions are idempotent. The payload must not be changed.
 */
@FunctionalInterface
public interface FunctionInvoker {
    JsonNode invoke(String functionName, JsonNode payload) throws FunctionFailure;
}
