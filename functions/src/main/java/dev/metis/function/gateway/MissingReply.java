package dev.metis.function.gateway;

import java.util.List;

/** The blobs that must still be sent, in the order asked. */
public record MissingReply(List<String> missing) {
    public MissingReply {
        missing = List.copyOf(missing);
    }
}
