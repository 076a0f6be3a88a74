package dev.metis.local.store;

import dev.metis.port.ChangeFeed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Delivers the change log right after each commit; nothing polls. Each consumer has a thread of its own, and a
 * checkpoint that is written soon after a batch is finished: a crash may bring back the last batches, a closed
 * subscription none. The log is pruned behind the slowest consumer.
 */
public final class SqliteChangeFeed implements ChangeFeed, AutoCloseable {
    private final SqliteDatabase database;
    private final CommitSignal signal = new CommitSignal();
    private final Map<String, FeedDelivery> deliveries = new HashMap<>();

    /** Makes sure that the tables are there. */
    public SqliteChangeFeed(SqliteDatabase database) {
        this.database = database;
        database.writer().onCommit(signal::wake);
        SqliteItemStore.create(database);
    }

    @Override
    public Subscription subscribe(String consumer, Handler handler) {
        synchronized (deliveries) {
            if (deliveries.containsKey(consumer)) {
                throw new IllegalStateException(consumer + " is subscribed already");
            }
            long from = database.writer().write(session -> ChangeLog.register(session, consumer));
            FeedDelivery delivery = new FeedDelivery(database, signal, consumer, handler, from, () -> forget(consumer));
            deliveries.put(consumer, delivery);
            delivery.start();
            return delivery::close;
        }
    }

    /** Closes all subscriptions. */
    @Override
    public void close() {
        List<FeedDelivery> open;
        synchronized (deliveries) {
            open = List.copyOf(deliveries.values());
        }
        open.forEach(FeedDelivery::stop); // all at once, then wait for each
        open.forEach(FeedDelivery::close);
    }

    private void forget(String consumer) {
        synchronized (deliveries) {
            deliveries.remove(consumer);
        }
    }
}
