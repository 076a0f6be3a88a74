package dev.metis.port;

import java.util.List;
import java.util.Optional;

/**
 * Every committed item change, at least once, in commit order per partition. A consumer is known by its name and keeps a
 * durable checkpoint: after a crash it sees again what it had not finished. The image is the item as of the change or
 * later (absent when it is gone by then), so a handler acts on state, not on history.
 */
public interface ChangeFeed {
    /**
     * Starts delivering to the handler, from the consumer's checkpoint, or from now for a new name. Batches of one
     * consumer come one after another. A handler that throws gets the same batch again after a pause, perhaps with
     * newer changes behind it. Changes made after this method returns are delivered. A name that is subscribed already is
     * an {@code IllegalStateException}.
     */
    Subscription subscribe(String consumer, Handler handler);

    /** Receives a batch of changes; the checkpoint moves when it returns. */
    @FunctionalInterface
    interface Handler {
        void handle(List<ItemChange> batch);
    }

    /** One item that was put, updated or deleted. */
    record ItemChange(ItemKey key, Optional<Item> image) {}

    /** A running delivery; closing it waits for the batch in hand, then stops. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
