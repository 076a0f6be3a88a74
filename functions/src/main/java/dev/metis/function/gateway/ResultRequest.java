package dev.metis.function.gateway;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended. {@code text} is what the model sees. {@code artifact} and {@code workspace} name blobs that were stored before
 * this was sent. {@code reason} is a stable word for anything but {@code ok}.
 */
public record ResultRequest(
        String callId,
        String nonce,
        Outcome outcome,
        @Nullable String reason,
        String text,
        long durationMs,
        @Nullable ProducedArtifact artifact,
        @Nullable Integer exitCode,
        @Nullable WorkspaceChange workspace) {
    public static final int MAX_TEXT_BYTES = 40 * 1024;

    public ResultRequest {
        Checks.callId(callId, "callId");
        Checks.text(nonce, "nonce", 200);
        Checks.present(outcome, "outcome");
        if (reason != null) {
            Checks.text(reason, "reason", 100);
        }
        Checks.range(
                Checks.present(text, "text").getBytes(StandardCharsets.UTF_8).length,
                "bytes of text",
                0,
                MAX_TEXT_BYTES);
        Checks.range(durationMs, "durationMs", 0, 86_400_000);
    }

    /** How a call ended in the sandbox. */
    public enum Outcome {
        @JsonProperty("ok")
        OK,
        @JsonProperty("error")
        ERROR,
        @JsonProperty("timeout")
        TIMEOUT,
        @JsonProperty("cancelled")
        CANCELLED,
        /** Nothing was done at all. */
        @JsonProperty("not_run")
        NOT_RUN
    }

    /** Bytes that belong to the result, stored as a blob. The name is for people. */
    public record ProducedArtifact(String sha256, long bytes, String name, String mediaType) {
        public ProducedArtifact {
            Checks.sha256(sha256, "artifact.sha256");
            Checks.range(bytes, "artifact.bytes", 0, 4L << 30);
            Checks.text(name, "artifact.name", 200);
            Checks.text(mediaType, "artifact.mediaType", 100);
        }
    }

    /**
     * The workspace version that the call left behind, stored as a manifest blob whose hash is {@code version}. {@code base}: the
     * version before it, null for the first. {@code changed}: the first {@link #MAX_CHANGED} paths that differ.
     */
    public record WorkspaceChange(String version, @Nullable String base, long files, long bytes, List<String> changed) {
        public static final int MAX_CHANGED = 100;

        public WorkspaceChange {
            Checks.sha256(version, "workspace.version");
            if (base != null) {
                Checks.sha256(base, "workspace.base");
            }
            Checks.range(files, "workspace.files", 0, 10_000_000);
            Checks.range(bytes, "workspace.bytes", 0, 1L << 50);
            changed = Checks.list(changed, "workspace.changed", MAX_CHANGED);
        }
    }
}
