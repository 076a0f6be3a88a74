package dev.metis.event;

import dev.metis.approval.ApprovalId;
import dev.metis.approval.QuestionId;
import dev.metis.tool.CallId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Facts of what people are asked and answer. */
public sealed interface ApprovalEvent extends RunEventBody {
    /** A call needs a person's word. */
    record ApprovalRequested(ApprovalId approvalId, CallId callId, String argumentsHash, Instant expiresAt)
            implements ApprovalEvent {}

    /** It was decided: approved, denied, expired or withdrawn. {@code by} is absent when nobody did. */
    record ApprovalDecided(
            ApprovalId approvalId,
            CallId callId,
            String decision,
            @Nullable String by,
            @Nullable String comment,
            @Nullable String editedArgumentsHash)
            implements ApprovalEvent {}

    /** A person is asked; {@code kind} is user or review. */
    record QuestionAsked(
            QuestionId questionId,
            CallId callId,
            String kind,
            String question,
            @Nullable List<String> choices) implements ApprovalEvent {}

    /** A person answered. */
    record QuestionAnswered(QuestionId questionId, CallId callId, String answer, String by) implements ApprovalEvent {}
}
