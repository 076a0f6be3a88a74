package dev.metis.conversation;

import dev.metis.run.RunId;
import java.time.Instant;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** What a person wrote; immutable. {@code text} is a reference when it is large. */
public record Message(MessageId id, RunId runId, long ticket, JsonNode text, Instant createdAt) {
    public Message {
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(runId, "runId is null");
        Objects.requireNonNull(text, "text is null");
        Objects.requireNonNull(createdAt, "createdAt is null");
    }
}
