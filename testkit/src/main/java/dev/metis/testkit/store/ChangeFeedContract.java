package dev.metis.testkit.store;

import static dev.metis.testkit.store.Items.ALWAYS;
import static dev.metis.testkit.store.Items.NOT_EXISTS;
import static dev.metis.testkit.store.Items.attributes;
import static dev.metis.testkit.store.Items.key;
import static dev.metis.testkit.store.Items.none;
import static dev.metis.testkit.store.Items.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.port.Change;
import dev.metis.port.ChangeFeed;
import dev.metis.port.ChangeFeed.ItemChange;
import dev.metis.port.ChangeFeed.Subscription;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Table;
import dev.metis.port.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everything a {@link ChangeFeed} must do. A subclass gives, for each test, an empty store and the feed over it. */
@Timeout(120)
public abstract class ChangeFeedContract {
    private static final ItemKey END = key("END");

    /** The store. */
    public abstract ItemStore store();

    /** The feed over it. */
    public abstract ChangeFeed feed();

    /** Ends the feed and opens it anew, as after a restart; {@link #feed()} answers the new one from then on. */
    public abstract void reopen();

    @Test
    void everyKindOfChangeIsDeliveredWithTheItemAsItIs() {
        Recorder<ItemChange> seen = subscribe("c");
        ItemKey event = new ItemKey(Table.EVENTS, "P", "E#1");
        store().write(put(key("a"), "{'v':1}"));
        assertEquals(change(key("a"), "{'v':1}"), seen.next());
        store().write(new Write.Update(key("a"), List.of(new Change.Add(List.of("v"), 1)), ALWAYS));
        assertEquals(change(key("a"), "{'v':2}"), seen.next());
        store().write(put(event, "{'e':1}"));
        assertEquals(change(event, "{'e':1}"), seen.next());
        store().write(new Write.Delete(key("a"), ALWAYS));
        assertEquals(new ItemChange(key("a"), Optional.empty()), seen.next());
    }

    @Test
    void allChangesOfATransactionAreDeliveredAndNoneOfARefusedOne() {
        Recorder<ItemChange> seen = subscribe("c");
        store().write(put(key("a"), "{}"));
        store().transact(List.of(put(key("b"), "{}"), new Write.Put(key("a"), none(), NOT_EXISTS)));
        store().write(new Write.Put(key("a"), none(), NOT_EXISTS));
        store().transact(List.of(put(key("c"), "{}"), new Write.Check(key("a"), ALWAYS), put(key("d"), "{}")));
        assertEquals(List.of(key("a"), key("c"), key("d"), END), distinct(keysToEnd(seen)));
    }

    @Test
    void changesOfAPartitionComeInTheOrderOfTheirCommits() {
        Recorder<ItemChange> seen = subscribe("c");
        List<ItemKey> written = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            written.add(key("i" + i));
            store().write(put(written.getLast(), "{}"));
        }
        written.add(END);
        assertEquals(written, distinct(keysToEnd(seen)));
    }

    @Test
    void aHandlerThatThrowsSeesTheBatchAgain() {
        Recorder<List<ItemKey>> batches = new Recorder<>();
        AtomicInteger calls = new AtomicInteger();
        feed().subscribe("c", batch -> {
            batches.tell(batch.stream().map(ItemChange::key).toList());
            if (calls.incrementAndGet() <= 2) {
                throw new IllegalStateException("injected");
            }
        });
        store().write(put(key("a"), "{}"));
        List<ItemKey> first = batches.next();
        assertEquals(List.of(key("a")), first);
        assertEquals(first, batches.next().subList(0, 1));
        assertEquals(first, batches.next().subList(0, 1));
        store().write(put(key("b"), "{}"));
        assertEquals(List.of(key("b")), batches.next(), "what a handler has finished does not come again");
    }

    @Test
    void aNewConsumerStartsFromNow() {
        store().write(put(key("before"), "{}"));
        Recorder<ItemChange> seen = subscribe("c");
        store().write(put(key("after"), "{}"));
        assertEquals(change(key("after"), "{}"), seen.next());
    }

    @Test
    void consumersAreIndependent() {
        CountDownLatch failed = new CountDownLatch(1);
        feed().subscribe("failing", _ -> {
            failed.countDown();
            throw new IllegalStateException("injected");
        });
        Recorder<ItemChange> one = subscribe("one");
        Recorder<ItemChange> two = subscribe("two");
        store().write(put(key("a"), "{}"));
        store().write(put(key("b"), "{}"));
        List<ItemKey> expected = List.of(key("a"), key("b"), END);
        assertEquals(expected, distinct(keysToEnd(one)));
        assertEquals(
                expected,
                distinct(two.upTo(change -> change.key().equals(END)).stream()
                        .map(ItemChange::key)
                        .toList()));
        assertTrue(within(failed));
    }

    @Test
    void aConsumerGoesOnFromItsCheckpointAfterARestart() {
        Recorder<ItemChange> before = subscribe("c");
        store().write(put(key("a"), "{}"));
        before.next();
        reopen();
        store().write(put(key("while-away"), "{}"));
        Recorder<ItemChange> after = subscribe("c");
        store().write(put(key("b"), "{}"));
        List<ItemKey> seen = distinct(keysToEnd(after));
        seen.remove(key("a")); // at least once: it may come again
        assertEquals(List.of(key("while-away"), key("b"), END), seen);
    }

    @Test
    void whatAHandlerDidNotFinishComesAgainAfterARestart() {
        Recorder<String> calls = new Recorder<>();
        feed().subscribe("c", _ -> {
            calls.tell("called");
            throw new IllegalStateException("injected");
        });
        store().write(put(key("a"), "{}"));
        calls.next();
        reopen();
        Recorder<ItemChange> after = subscribe("c");
        assertEquals(change(key("a"), "{}"), after.next());
    }

    @Test
    void batchesOfAConsumerComeOneAfterAnother() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Recorder<ItemChange> seen = new Recorder<>();
        feed().subscribe("c", batch -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            batch.forEach(seen::tell);
            inside.decrementAndGet();
        });
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                ItemKey key = key("i" + i);
                executor.execute(() -> store().write(put(key, "{}")));
            }
        }
        assertEquals(101, distinct(keysToEnd(seen)).size());
        assertEquals(1, most.get());
    }

    @Test
    void closingWaitsForTheBatchInHandAndThenNothingComes() {
        Recorder<String> story = new Recorder<>();
        CountDownLatch gate = new CountDownLatch(1);
        Subscription subscription = feed().subscribe("c", _ -> {
            story.tell("begun");
            assertTrue(within(gate));
            story.tell("finished");
        });
        store().write(put(key("a"), "{}"));
        assertEquals("begun", story.next());
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> {
            subscription.close();
            story.tell("closed");
        });
        assertFalse(closing.isDone());
        gate.countDown();
        assertEquals(List.of("finished", "closed"), story.next(2));
        store().write(put(key("b"), "{}"));
        Recorder<ItemChange> next = subscribe("c");
        assertEquals(END, keysToEnd(next).getLast());
        story.tell("the first handler was not called again");
        assertEquals("the first handler was not called again", story.next());
    }

    @Test
    void aHandlerMayCloseItsOwnSubscription() {
        CompletableFuture<Subscription> own = new CompletableFuture<>();
        Recorder<String> story = new Recorder<>();
        own.complete(feed().subscribe("c", _ -> {
            own.join().close();
            story.tell("closed");
        }));
        store().write(put(key("a"), "{}"));
        assertEquals("closed", story.next());
    }

    @Test
    void aNameIsSubscribedOnceAtATime() {
        Subscription first = feed().subscribe("c", _ -> {});
        assertThrows(IllegalStateException.class, () -> feed().subscribe("c", _ -> {}));
        first.close();
        first.close();
        feed().subscribe("c", _ -> {}).close();
    }

    private Recorder<ItemChange> subscribe(String consumer) {
        Recorder<ItemChange> seen = new Recorder<>();
        feed().subscribe(consumer, batch -> batch.forEach(seen::tell));
        return seen;
    }

    /** Writes an end mark, and gives the keys that were seen up to it. */
    private List<ItemKey> keysToEnd(Recorder<ItemChange> seen) {
        store().write(put(END, "{}"));
        return seen.upTo(change -> change.key().equals(END)).stream()
                .map(ItemChange::key)
                .toList();
    }

    private static List<ItemKey> distinct(List<ItemKey> keys) {
        return new ArrayList<>(keys.stream().distinct().toList());
    }

    private static ItemChange change(ItemKey key, String json) {
        return new ItemChange(key, Optional.of(new Item(key, attributes(json))));
    }

    private static boolean within(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
