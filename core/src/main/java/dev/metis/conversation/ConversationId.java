package dev.metis.conversation;

import dev.metis.item.Ids;

/** Id of a conversation: {@code conv_} and a ULID. */
public record ConversationId(String value) {
    public static final String PREFIX = "conv_";

    public ConversationId {
        Ids.require("ConversationId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
