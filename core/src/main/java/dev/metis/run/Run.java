package dev.metis.run;

import dev.metis.access.PrincipalId;
import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.MessageId;
import dev.metis.event.LifecycleEvent.RunError;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The head of a run: what was asked for, where it is, and every number that guards a write to it. {@code version} rises
 * with each change of state, {@code lastSeq} with each event; {@code open} is true until the terminal event.
 */
public record Run(
        Spec spec,
        RunStatus status,
        long version,
        long fence,
        boolean open,
        long lastSeq,
        Wanted wanted,
        int attempt,
        int segment,
        @Nullable String execution,
        TurnMark turn,
        int working,
        Waits waits,
        Map<String, CallMark> calls,
        int failures,
        int sandboxGeneration,
        Usage usage,
        @Nullable Cancel cancel,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String finishReason,
        @Nullable RunError error,
        @Nullable String stateMachineVersion) {

    public Run {
        Objects.requireNonNull(spec, "spec is null");
        Objects.requireNonNull(status, "status is null");
        Objects.requireNonNull(wanted, "wanted is null");
        Objects.requireNonNull(turn, "turn is null");
        Objects.requireNonNull(waits, "waits is null");
        Objects.requireNonNull(usage, "usage is null");
        calls = Map.copyOf(calls);
    }

    /** A run as it is accepted: queued, nothing begun, no event yet. */
    public static Run accepted(Spec spec) {
        return new Run(
                spec,
                RunStatus.QUEUED,
                0,
                0,
                true,
                0,
                Wanted.NONE,
                0,
                0,
                null,
                TurnMark.NONE,
                0,
                Waits.NONE,
                Map.of(),
                0,
                0,
                Usage.NONE,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    public TenantId owner() {
        return spec.owner();
    }

    public RunId id() {
        return spec.id();
    }

    public boolean cancelRequested() {
        return cancel != null;
    }

    /** The epoch of a call's latest step; 0 before any. */
    public long callEpoch(String callId) {
        CallMark mark = calls.get(callId);
        return mark == null ? 0 : mark.epoch();
    }

    /** What was asked for; never changes. {@code script} is what the scripted provider plays, when given with the run. */
    public record Spec(
            TenantId owner,
            RunId id,
            ConversationId conversationId,
            MessageId messageId,
            MessageId answerId,
            long ticket,
            PrincipalId principal,
            String trigger,
            String profile,
            String mode,
            String provider,
            String model,
            Budget budget,
            @Nullable JsonNode script,
            @Nullable JsonNode metadata,
            @Nullable RunId retryOf,
            Instant createdAt) {}

    /** Limits of a run; absent ones are the installation's. Cost in US dollars. */
    public record Budget(
            @Nullable Integer maxTurns,
            @Nullable Long maxTokens,
            @Nullable Double maxCostUsd,
            @Nullable Long maxDurationSeconds) {
        public static final Budget NONE = new Budget(null, null, null, null);
    }

    /** The execution that should be running: {@code <runId>-<attempt>-<segment>}; attempt 0 = none yet. */
    public record Wanted(int attempt, int segment) {
        public static final Wanted NONE = new Wanted(0, 0);

        public String executionName(RunId id) {
            return id.value() + "-" + attempt + "-" + segment;
        }
    }

    /**
     * Turns stored, the turn last begun, the epoch and order of the invocation that works on it, and how often in a row
     * the provider failed on it.
     */
    public record TurnMark(
            int stored, int begun, long epoch, @Nullable StepOrder order, int failed) {
        public static final TurnMark NONE = new TurnMark(0, 0, 0, null, 0);
    }

    /** Epoch of a call's latest step, which step it is, and the order of the invocation that works on it. */
    public record CallMark(long epoch, String step, StepOrder order) {}

    /** Waits open, by kind. */
    public record Waits(int approval, int user, int child, int slot) {
        public static final Waits NONE = new Waits(0, 0, 0, 0);
    }

    /** Tokens and cost so far; the cost is absent when no price is known. */
    public record Usage(
            long inputTokens,
            long outputTokens,
            long cachedInputTokens,
            long reasoningTokens,
            @Nullable Double costUsd) {
        public static final Usage NONE = new Usage(0, 0, 0, 0, null);
    }

    /** A cancel that was accepted. */
    public record Cancel(Instant at, String by, @Nullable String reason) {}
}
