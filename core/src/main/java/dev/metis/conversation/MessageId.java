package dev.metis.conversation;

import dev.metis.item.Ids;

/** Id of a message: {@code msg_} and a ULID. */
public record MessageId(String value) {
    public static final String PREFIX = "msg_";

    public MessageId {
        Ids.require("MessageId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
