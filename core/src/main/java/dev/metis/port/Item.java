package dev.metis.port;

import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/**
 * A stored item: its key and its attributes (JSON values; the key is not among them). The attribute {@code ttl}, where
 * present, is the expiry in epoch seconds; readers check it themselves too. The attributes are the reader's own copy.
 */
public record Item(ItemKey key, ObjectNode attributes) {
    public Item {
        Objects.requireNonNull(key, "key is null");
        Objects.requireNonNull(attributes, "attributes is null");
    }
}
