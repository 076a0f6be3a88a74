package dev.metis.function.gateway;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One call, handed to a sandbox. The result must name the nonce. {@code approvedFileHash}, for a file change that a person approved:
 * {@code sha256:…} of the file as they saw it, or {@code absent}; when the file differs at the start, nothing is done and the
 * result is {@code not_run} with reason {@code approval_stale}.
 */
public record SandboxCommand(
        String callId,
        String nonce,
        String tool,
        ObjectNode arguments,
        int timeoutSeconds,
        String idempotencyKey,
        @Nullable String approvedFileHash) {
    public SandboxCommand {
        Checks.callId(callId, "callId");
        Checks.text(nonce, "nonce", 200);
        Checks.text(tool, "tool", 100);
        Checks.present(arguments, "arguments");
        Checks.range(timeoutSeconds, "timeoutSeconds", 1, 900);
        Checks.text(idempotencyKey, "idempotencyKey", 200);
    }
}
