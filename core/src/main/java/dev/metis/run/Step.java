package dev.metis.run;

import dev.metis.access.TenantId;
import java.util.Objects;

/** Who writes, when a step of the state machine does: the run, the fence its attempt holds, the invocation's order. */
public record Step(TenantId owner, RunId runId, long fence, StepOrder order) {
    public Step {
        Objects.requireNonNull(owner, "owner is null");
        Objects.requireNonNull(runId, "runId is null");
        Objects.requireNonNull(order, "order is null");
    }

    /** Whether the run as read may still be written by this step. */
    public Standing standing(Run run) {
        if (!run.open()) {
            return Standing.CLOSED;
        }
        if (run.fence() != fence) {
            return Standing.STALE;
        }
        return run.cancelRequested() ? Standing.CANCELLED : Standing.GOOD;
    }

    /** What a step may still do. */
    public enum Standing {
        GOOD,
        /** A cancel was accepted: begin nothing more. */
        CANCELLED,
        /** Another attempt or a later invocation holds the right to write. */
        STALE,
        /** The run has ended. */
        CLOSED
    }
}
