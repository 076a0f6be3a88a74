package dev.metis.function.api;

import dev.metis.conversation.Conversation;
import dev.metis.conversation.ConversationId;
import dev.metis.port.IdSource;
import dev.metis.port.TimeSource;
import dev.metis.usecase.DeleteConversation;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Makes conversations as calls ask for them. */
final class ConversationMaker {
    private final IdSource ids;
    private final TimeSource time;
    private final DeleteConversation deleteConversation;

    ConversationMaker(IdSource ids, TimeSource time, DeleteConversation deleteConversation) {
        this.ids = ids;
        this.time = time;
        this.deleteConversation = deleteConversation;
    }

    Conversation draft(Call call, Choice choice, Optional<String> title, boolean incognito, Optional<JsonNode> script) {
        Instant now = time.now();
        return new Conversation(
                call.caller().tenant(),
                new ConversationId(ConversationId.PREFIX + ids.ulid()),
                title.orElse(null),
                choice.profile(),
                choice.mode(),
                choice.provider(),
                choice.model(),
                incognito,
                script.orElse(null),
                call.caller().principal(),
                now,
                now,
                1);
    }

    /** Takes back a conversation in which nothing began. */
    void discard(Conversation conversation) {
        deleteConversation.delete(conversation.owner(), conversation.id());
    }
}
