package dev.metis.port.rule;

import tools.jackson.databind.node.ObjectNode;

/** An item kept as JSON; parsed each time it is asked for. */
public final class StoredJson implements Stored {
    private final byte[] json;
    private final int bytes;

    /** {@code bytes} is the item's size by {@link ItemSize}, not that of the JSON. The array is not copied. */
    public StoredJson(byte[] json, int bytes) {
        this.json = json;
        this.bytes = bytes;
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public ObjectNode attributes() {
        return ItemJson.read(json);
    }
}
