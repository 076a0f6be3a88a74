package dev.metis.port.rule;

import tools.jackson.databind.node.ObjectNode;

/** An item as it is before a write. */
public interface Stored {
    /** Its size by {@link ItemSize}. */
    int bytes();

    /** Its attributes, a copy that the caller may keep and change. Asked for only when needed. */
    ObjectNode attributes();
}
