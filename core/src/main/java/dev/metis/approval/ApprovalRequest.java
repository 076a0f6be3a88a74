package dev.metis.approval;

import dev.metis.access.PrincipalId;
import dev.metis.conversation.ConversationId;
import dev.metis.run.RunId;
import dev.metis.tool.CallId;
import dev.metis.tool.FileBefore;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a person is asked: whether exactly this call, with arguments of exactly this hash (for a file change also against
 * the file as it is), may run once. Answered by one decision, spent once, void after {@code expiresAt}.
 */
public record ApprovalRequest(
        ApprovalId id,
        RunId runId,
        ConversationId conversationId,
        CallId callId,
        String tool,
        JsonNode arguments,
        String argumentsHash,
        String reason,
        ApprovalStatus status,
        @Nullable FileBefore file,
        String nonce,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Decided decided) {
    public ApprovalRequest {
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(status, "status is null");
        Objects.requireNonNull(argumentsHash, "argumentsHash is null");
        Objects.requireNonNull(expiresAt, "expiresAt is null");
    }

    /** Who decided what; {@code by} is the name shown, {@code editedArgumentsHash} that of arguments a person changed. */
    public record Decided(
            String decision,
            @Nullable String by,
            @Nullable PrincipalId principal,
            Instant at,
            @Nullable String comment,
            @Nullable String editedArgumentsHash) {}

    public ApprovalRequest settled(ApprovalStatus next, Decided how) {
        return new ApprovalRequest(
                id,
                runId,
                conversationId,
                callId,
                tool,
                arguments,
                argumentsHash,
                reason,
                next,
                file,
                nonce,
                createdAt,
                expiresAt,
                how);
    }

    public ApprovalRequest spent() {
        return new ApprovalRequest(
                id,
                runId,
                conversationId,
                callId,
                tool,
                arguments,
                argumentsHash,
                reason,
                ApprovalStatus.SPENT,
                file,
                nonce,
                createdAt,
                expiresAt,
                decided);
    }
}
