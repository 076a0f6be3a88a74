package dev.metis.usecase;

import dev.metis.event.LifecycleEvent.RunError;
import dev.metis.tool.CallDecision;
import dev.metis.tool.CallId;
import dev.metis.tool.ToolExecutor;
import java.util.List;

/**
 * How a step ended, for the state machine to route on by {@code outcome}. Payloads carry ids and small facts, never
 * bodies.
 */
public sealed interface StepResult {
    String outcome();

    /** The attempt holds the lease with this fence and may take turns. */
    record Begun(String outcome, long fence) implements StepResult {
        public Begun(long fence) {
            this("begun", fence);
        }
    }

    /** The turn wants these calls, the read-only ones beside each other, then the others one by one. */
    record Tools(String outcome, int turn, List<CallRef> readOnly, List<CallRef> mutating) implements StepResult {
        public Tools(int turn, List<CallRef> readOnly, List<CallRef> mutating) {
            this("tools", turn, List.copyOf(readOnly), List.copyOf(mutating));
        }
    }

    /** A call to route: by what was decided and where it runs. */
    record CallRef(CallId callId, CallDecision decision, ToolExecutor executor, long approvalSeconds) {}

    /** The provider failed in a way that may pass: try the turn again, not before {@code seconds}; retry counts from 1. */
    record RetryLater(String outcome, long seconds, int retry) implements StepResult {
        public RetryLater(long seconds, int retry) {
            this("retry_later", seconds, retry);
        }
    }

    /** The run cannot go on. */
    record Failed(String outcome, RunError error) implements StepResult {
        public Failed(RunError error) {
            this("failed", error);
        }
    }

    /** A result that is its word alone. */
    record Plain(String outcome) implements StepResult {}

    /** The model has answered. */
    StepResult ANSWERED = new Plain("answered");
    /** A cancel was accepted. */
    StepResult CANCELLED = new Plain("cancelled");
    /** Another attempt or a later invocation goes on with this. */
    StepResult SUPERSEDED = new Plain("superseded");
    /** The run has ended. */
    StepResult CLOSED = new Plain("closed");
    /** The call has its receipt. */
    StepResult FINISHED = new Plain("finished");
    /** A person approved the call. */
    StepResult APPROVED = new Plain("approved");
    /** The call must be asked for (again). */
    StepResult ASK = new Plain("ask");
    /** The call's outcome is unknown: a person is asked. */
    StepResult REVIEW = new Plain("review");
    /** A person said to run the call. */
    StepResult RUN_IT = new Plain("run_it");
    /** The token is registered; the state machine waits for it. */
    StepResult WAITING = new Plain("waiting");
}
