package dev.metis.approval;

import dev.metis.conversation.ConversationId;
import dev.metis.run.RunId;
import dev.metis.tool.CallId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something a person is asked, and the one answer. */
public record Question(
        QuestionId id,
        RunId runId,
        ConversationId conversationId,
        CallId callId,
        Kind kind,
        String question,
        @Nullable List<String> choices,
        Status status,
        @Nullable String answer,
        @Nullable String answeredBy,
        @Nullable Instant answeredAt,
        Instant createdAt) {
    public Question {
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(kind, "kind is null");
        Objects.requireNonNull(question, "question is null");
        Objects.requireNonNull(status, "status is null");
        choices = choices == null ? null : List.copyOf(choices);
    }

    /** user: the model asks. review: the outcome of a call is unknown. */
    public enum Kind {
        USER,
        REVIEW
    }

    /** pending → answered, or cancelled with its run. */
    public enum Status {
        PENDING,
        ANSWERED,
        CANCELLED
    }

    public Question settled(Status next, @Nullable String text, @Nullable String by, Instant at) {
        return new Question(id, runId, conversationId, callId, kind, question, choices, next, text, by, at, createdAt);
    }
}
