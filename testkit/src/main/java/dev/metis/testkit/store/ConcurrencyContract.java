package dev.metis.testkit.store;

import static dev.metis.testkit.store.Items.ALWAYS;
import static dev.metis.testkit.store.Items.attributes;
import static dev.metis.testkit.store.Items.key;
import static dev.metis.testkit.store.Items.none;
import static dev.metis.testkit.store.Items.put;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.metis.port.Change;
import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import dev.metis.port.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;

/** What holds while many threads use a store. */
interface ConcurrencyContract {
    int THREADS = 8;
    int ROUNDS = 50;

    ItemStore store();

    @Test
    default void manyThreadsIncrementingByCompareAndSetLoseNothing() throws Exception {
        store().write(put(key("a"), "{'n':0}"));
        List<Integer> losses = inParallel(THREADS, _ -> {
            int lost = 0;
            for (int i = 0; i < ROUNDS; i++) {
                while (!increment()) {
                    lost++;
                }
            }
            return lost;
        });
        assertEquals(THREADS, losses.size());
        assertEquals(THREADS * ROUNDS, number(store().get(key("a")).orElseThrow()));
    }

    @Test
    default void manyThreadsAddingLoseNothing() throws Exception {
        inParallel(THREADS, _ -> {
            for (int i = 0; i < ROUNDS; i++) {
                store().write(new Write.Update(key("a"), List.of(new Change.Add(List.of("n"), 1)), ALWAYS));
            }
            return 0;
        });
        assertEquals(THREADS * ROUNDS, number(store().get(key("a")).orElseThrow()));
    }

    @Test
    default void ofManyThreadsThatCreateAnItemOneSucceeds() throws Exception {
        for (int round = 0; round < 20; round++) {
            ItemKey key = key("i" + round);
            List<Boolean> created = inParallel(
                    THREADS,
                    n -> store().write(new Write.Put(key, none().put("n", n), Items.NOT_EXISTS))
                            .committed());
            assertEquals(1, created.stream().filter(committed -> committed).count());
            Item item = store().get(key).orElseThrow();
            assertEquals(true, created.get(number(item)), "the stored item is the winner's");
        }
    }

    @Test
    default void aReadSeesEveryWriteThatWasAnsweredBefore() throws Exception {
        inParallel(THREADS, n -> {
            ItemKey mine = key("t" + n);
            for (int i = 0; i < ROUNDS; i++) {
                store().write(new Write.Put(mine, attributes("{'n':" + i + "}"), ALWAYS));
                assertEquals(i, number(store().get(mine).orElseThrow()));
            }
            return 0;
        });
    }

    @Test
    default void transactionsNeverMixUnderConcurrentOnes() throws Exception {
        store().transact(List.of(put(key("a"), "{'n':0}"), put(key("b"), "{'n':0}")));
        AtomicBoolean writing = new AtomicBoolean(true);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> watching = executor.submit(() -> {
                int torn = 0;
                while (writing.get()) {
                    torn += isTorn() ? 1 : 0;
                }
                return torn;
            });
            inParallel(THREADS, n -> {
                for (int i = 0; i < ROUNDS; i++) {
                    int value = n * ROUNDS + i;
                    store().transact(List.of(set("a", value), set("b", value)));
                }
                return 0;
            });
            writing.set(false);
            assertEquals(0, watching.get(60, TimeUnit.SECONDS), "a and b are always written together");
        }
    }

    /** Whether a transaction that requires a and b to be equal is refused by items that are not. */
    private boolean isTorn() {
        Map<ItemKey, Item> read = store().getAll(List.of(key("a")));
        LongNode seen = LongNode.valueOf(number(Objects.requireNonNull(read.get(key("a")))));
        Condition equal = new Condition.Equal(List.of("n"), seen);
        return switch (store().transact(List.of(new Write.Check(key("a"), equal), new Write.Check(key("b"), equal)))) {
            case WriteResult.Committed _ -> false;
            case WriteResult.Refused refused -> refused.refusals().size() == 1;
        };
    }

    private boolean increment() {
        int seen = number(store().get(key("a")).orElseThrow());
        return store().write(new Write.Update(
                        key("a"),
                        List.of(new Change.Set(List.of("n"), IntNode.valueOf(seen + 1))),
                        new Condition.Equal(List.of("n"), IntNode.valueOf(seen))))
                .committed();
    }

    private static Write set(String sk, int value) {
        return new Write.Update(key(sk), List.of(new Change.Set(List.of("n"), IntNode.valueOf(value))), ALWAYS);
    }

    private static int number(Item item) {
        return item.attributes().path("n").asInt();
    }

    /** The answers of a task run by so many threads at once, by thread. */
    private static <T> List<T> inParallel(int threads, Task<T> task) throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<T>> tasks = new ArrayList<>();
            for (int n = 0; n < threads; n++) {
                int number = n;
                tasks.add(() -> task.run(number));
            }
            List<T> answers = new ArrayList<>();
            for (Future<T> future : executor.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                answers.add(future.get());
            }
            return answers;
        }
    }

    /** What one of many threads does. */
    @FunctionalInterface
    interface Task<T> {
        T run(int thread) throws Exception;
    }
}
