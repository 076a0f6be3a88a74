package dev.metis.port;

import java.time.Duration;
import java.util.List;

/**
 * Starts and stops disposable sandboxes. A sandbox is known by its key; starting a key that runs is answered by the
 * running one. The sandbox fetches its work from the gateway with the token it was started with.
 */
public interface SandboxLauncher {
    /** Starts the sandbox, or answers that there can be none here and what to install. */
    LaunchResult launch(SandboxSpec spec);

    /** Ends the sandbox with its whole process tree; one that is gone is no fault. */
    void stop(SandboxKey key);

    /** Sandbox of a run: one live generation at a time. */
    record SandboxKey(String owner, String runId, int attempt, int generation) {
        @Override
        public String toString() {
            return runId + "-" + attempt + "-" + generation;
        }
    }

    /** What to start: whose workspace, which token opens the gateway for it, how long it may live. */
    record SandboxSpec(SandboxKey key, String conversationId, String gatewayToken, Duration maxLifetime) {}

    /** How a launch ended. */
    sealed interface LaunchResult {
        /** It runs (or starts); the limits that really hold on this host, for the start line. */
        record Launched(List<String> limits) implements LaunchResult {
            public Launched {
                limits = List.copyOf(limits);
            }
        }

        /** There is no sandbox to be had; nothing ran. */
        record Unavailable(String reason, String remedy) implements LaunchResult {}
    }
}
