package dev.metis.testkit.store;

import dev.metis.port.ChangeFeed;
import dev.metis.port.ItemKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Delivers the changes of an {@link InMemoryItemStore}. Checkpoints live with the store, so that a new feed over the
 * same store goes on where the old one was closed.
 */
public final class InMemoryChangeFeed implements ChangeFeed, AutoCloseable {
    private static final int BATCH = 100;
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final InMemoryItemStore store;
    private final Map<String, Delivery> deliveries = new HashMap<>();

    public InMemoryChangeFeed(InMemoryItemStore store) {
        this.store = store;
    }

    @Override
    public Subscription subscribe(String consumer, Handler handler) {
        synchronized (deliveries) {
            if (deliveries.containsKey(consumer)) {
                throw new IllegalStateException(consumer + " is subscribed already");
            }
            store.log().register(consumer);
            Delivery delivery = new Delivery(consumer, handler);
            deliveries.put(consumer, delivery);
            delivery.thread.start();
            return delivery;
        }
    }

    @Override
    public void close() {
        List<Delivery> open;
        synchronized (deliveries) {
            open = List.copyOf(deliveries.values());
        }
        open.forEach(Delivery::close);
    }

    private final class Delivery implements Subscription {
        private final String consumer;
        private final Handler handler;
        private final Thread thread;
        private final CountDownLatch stopping = new CountDownLatch(1);
        private boolean handling;

        Delivery(String consumer, Handler handler) {
            this.consumer = consumer;
            this.handler = handler;
            this.thread = Thread.ofVirtual().name("feed-" + consumer).unstarted(this::deliver);
        }

        private void deliver() {
            try {
                while (stopping.getCount() > 0) {
                    List<ItemKey> keys = store.log().take(consumer, BATCH);
                    if (!handle(keys)) {
                        stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // close() ends the wait for changes
            }
        }

        /** Whether the batch is done with; a handler that throws gets it again. */
        private boolean handle(List<ItemKey> keys) {
            if (!begin()) {
                return true;
            }
            try {
                List<ItemChange> batch = new ArrayList<>();
                keys.forEach(key -> batch.add(new ItemChange(key, store.get(key))));
                handler.handle(List.copyOf(batch));
                store.log().finish(consumer, keys.size());
                return true;
            } catch (RuntimeException | Error e) {
                System.getLogger(InMemoryChangeFeed.class.getName())
                        .log(System.Logger.Level.DEBUG, () -> consumer + " failed; it gets the batch again", e);
                return false;
            } finally {
                end();
            }
        }

        private synchronized boolean begin() {
            handling = stopping.getCount() > 0;
            return handling;
        }

        private synchronized void end() {
            handling = false;
        }

        @Override
        public void close() {
            stop();
            synchronized (deliveries) {
                deliveries.remove(consumer, this);
            }
            if (Thread.currentThread() != thread) {
                join();
            }
        }

        /** Interrupts the thread only where it waits for changes, never in the handler. */
        private synchronized void stop() {
            stopping.countDown();
            if (!handling) {
                thread.interrupt();
            }
        }

        private void join() {
            boolean ended = false;
            try {
                ended = thread.join(PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (!ended) {
                thread.interrupt();
            }
        }
    }
}
