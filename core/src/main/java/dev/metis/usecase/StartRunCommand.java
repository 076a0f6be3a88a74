package dev.metis.usecase;

import dev.metis.access.PrincipalId;
import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.run.Run;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request for a run: a message in a conversation. Absent choices are the conversation's. {@code idempotency}, where
 * given, makes repeats of the request one run.
 */
public record StartRunCommand(
        TenantId owner,
        PrincipalId principal,
        ConversationId conversationId,
        String text,
        OnBusy onBusy,
        String trigger,
        Overrides overrides,
        Optional<Idempotency> idempotency) {
    public static final int MAX_TEXT_CHARS = 200_000;

    public StartRunCommand {
        Objects.requireNonNull(owner, "owner is null");
        Objects.requireNonNull(principal, "principal is null");
        Objects.requireNonNull(conversationId, "conversationId is null");
        Objects.requireNonNull(onBusy, "onBusy is null");
        Objects.requireNonNull(trigger, "trigger is null");
        Objects.requireNonNull(overrides, "overrides is null");
        Objects.requireNonNull(idempotency, "idempotency is null");
        if (text.isBlank() || text.length() > MAX_TEXT_CHARS) {
            throw new IllegalArgumentException("text must be 1 to " + MAX_TEXT_CHARS + " characters, not blank");
        }
    }

    /** What to do when the conversation has an active run. */
    public enum OnBusy {
        /** Run after it, first come first served. */
        QUEUE,
        /** Refuse. */
        REJECT
    }

    /** What this run has otherwise than its conversation. */
    public record Overrides(
            @Nullable String profile,
            @Nullable String mode,
            @Nullable String provider,
            @Nullable String model,
            Run.Budget budget,
            @Nullable JsonNode script,
            @Nullable JsonNode metadata) {
        public static final Overrides NONE = new Overrides(null, null, null, null, Run.Budget.NONE, null, null);
    }

    /** A caller's key (1 to 255 characters) within a scope, and the hash of the whole request. */
    public record Idempotency(String scope, String key, String bodyHash) {}
}
