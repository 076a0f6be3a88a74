package dev.metis.executor;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A call as the gateway handed it out. */
record Command(
        String callId,
        String nonce,
        String tool,
        JsonNode arguments,
        int timeoutSeconds,
        @Nullable String approvedFileHash) {

    static Command of(JsonNode node) {
        JsonNode hash = node.path("approvedFileHash");
        return new Command(
                node.path("callId").stringValue(),
                node.path("nonce").stringValue(),
                node.path("tool").stringValue(),
                node.path("arguments"),
                node.path("timeoutSeconds").intValue(),
                hash.isString() ? hash.stringValue() : null);
    }
}
