package dev.metis.tool;

import dev.metis.approval.ApprovalId;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The intent to call a tool, stored before anything runs. {@code arguments} are those that would run now (a person may
 * have edited them; {@code editedBy} says who); {@code argumentsHash} is theirs. {@code clearance} is the right to start
 * that people gave and that starting spends.
 */
public record ToolCall(
        CallId id,
        int turn,
        int index,
        String tool,
        ToolEffect effect,
        ToolExecutor executor,
        boolean idempotent,
        JsonNode arguments,
        String argumentsHash,
        String idempotencyKey,
        CallDecision decision,
        String reason,
        CallState state,
        Clearance clearance,
        @Nullable ApprovalId approvalId,
        @Nullable String editedBy,
        @Nullable Handout handout,
        @Nullable Instant startedAt) {
    public ToolCall {
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(arguments, "arguments is null");
        Objects.requireNonNull(argumentsHash, "argumentsHash is null");
        Objects.requireNonNull(idempotencyKey, "idempotencyKey is null");
        Objects.requireNonNull(decision, "decision is null");
        Objects.requireNonNull(state, "state is null");
        Objects.requireNonNull(clearance, "clearance is null");
    }

    /** The right to start: none yet, needless (policy allows), granted by a person once, or spent. */
    public enum Clearance {
        NONE,
        NEEDLESS,
        GRANTED,
        SPENT
    }

    /** To which sandbox a started call was handed, and the nonce that its result must carry. */
    public record Handout(int attempt, int generation, String nonce) {}

    public ToolCall state(CallState next) {
        return new ToolCall(
                id,
                turn,
                index,
                tool,
                effect,
                executor,
                idempotent,
                arguments,
                argumentsHash,
                idempotencyKey,
                decision,
                reason,
                next,
                clearance,
                approvalId,
                editedBy,
                handout,
                startedAt);
    }

    public ToolCall clearance(Clearance next) {
        return new ToolCall(
                id,
                turn,
                index,
                tool,
                effect,
                executor,
                idempotent,
                arguments,
                argumentsHash,
                idempotencyKey,
                decision,
                reason,
                state,
                next,
                approvalId,
                editedBy,
                handout,
                startedAt);
    }

    public ToolCall approval(ApprovalId approval) {
        return new ToolCall(
                id,
                turn,
                index,
                tool,
                effect,
                executor,
                idempotent,
                arguments,
                argumentsHash,
                idempotencyKey,
                decision,
                reason,
                state,
                clearance,
                approval,
                editedBy,
                handout,
                startedAt);
    }

    public ToolCall edited(JsonNode newArguments, String newHash, String by) {
        return new ToolCall(
                id,
                turn,
                index,
                tool,
                effect,
                executor,
                idempotent,
                newArguments,
                newHash,
                idempotencyKey,
                decision,
                reason,
                state,
                clearance,
                approvalId,
                by,
                handout,
                startedAt);
    }

    /** Started now, by the step itself or by the sandbox it was handed to. */
    public ToolCall started(Instant at, @Nullable Handout to) {
        return new ToolCall(
                id,
                turn,
                index,
                tool,
                effect,
                executor,
                idempotent,
                arguments,
                argumentsHash,
                idempotencyKey,
                decision,
                reason,
                CallState.STARTED,
                Clearance.SPENT,
                approvalId,
                editedBy,
                to,
                at);
    }
}
