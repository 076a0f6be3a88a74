package dev.metis.function.step;

import dev.metis.access.TenantId;
import dev.metis.run.RunId;
import dev.metis.run.Step;
import dev.metis.run.StepOrder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What every step but the first gets: whose run, the fence its attempt holds, when this invocation was made. The other
 * members are there for the steps that need them: {@code turn} (takeTurn), {@code callId} (steps of a call),
 * {@code token} (steps that wait), {@code ending} and {@code failure} (finishRun).
 */
public record StepRequest(
        String owner,
        String runId,
        long fence,
        Order order,
        int turn,
        @Nullable String callId,
        @Nullable String token,
        @Nullable String ending,
        @Nullable Failure failure) {
    /** The state machine's own order of invocations; {@code enteredAt} is RFC 3339. */
    public record Order(int attempt, int segment, String enteredAt, int retries) {}

    /** Why a run fails: our code and message, or the state machine's error and cause. */
    public record Failure(
            @Nullable String code,
            @Nullable String message,
            boolean retryable,
            @Nullable String error,
            @Nullable String cause) {}

    Step step() {
        return new Step(
                new TenantId(owner),
                new RunId(runId),
                fence,
                new StepOrder(order.attempt(), order.segment(), Instant.parse(order.enteredAt()), order.retries()));
    }
}
