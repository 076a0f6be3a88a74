package dev.metis.bench;

import dev.metis.local.store.SqliteDatabase;
import dev.metis.local.store.SqliteItemStore;
import dev.metis.port.Change;
import dev.metis.port.Condition;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Write;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How fast the store of one machine is: conditional puts, transactions of three items (a counter by compare-and-set and
 * two new items, as an append of events is), reads and queries, from 1 and from 20 threads; each number is the median of
 * several rounds. Every write is durable when it is counted. Arguments: seconds a round (3), rounds (3).
 */
public final class StoreBench {
    private static final int MANY = 20;
    private static final Condition NEW = new Condition.NotExists();
    private static final int KNOWN_ITEMS = 1_000;

    private final ItemStore store;
    private final Duration round;
    private final int rounds;
    private int measured;

    private StoreBench(ItemStore store, Duration round, int rounds) {
        this.store = store;
        this.round = round;
        this.rounds = rounds;
    }

    /** Runs everything in a database of its own, which it removes again. */
    public static void main(String[] arguments) throws Exception {
        Duration round = Duration.ofSeconds(arguments.length > 0 ? Long.parseLong(arguments[0]) : 3);
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        Path folder = Files.createTempDirectory("metis-store-bench");
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("metis.db"))) {
            new StoreBench(new SqliteItemStore(database), round, rounds).run();
        } finally {
            Folders.remove(folder);
        }
    }

    private void run() throws Exception {
        for (int i = 0; i < KNOWN_ITEMS; i++) {
            store.write(new Write.Put(known(i), item(i), NEW));
        }
        System.out.printf(
                Locale.ROOT,
                "%-34s %8s %10s %9s %9s %9s %9s%n",
                "",
                "threads",
                "a second",
                "p50 ms",
                "p95 ms",
                "p99 ms",
                "cpu us");
        Load.run(MANY, round, this::put); // warms up
        for (int threads : new int[] {1, MANY}) {
            measure("conditional put, 1 KB", threads, this::put);
        }
        for (int threads : new int[] {1, MANY}) {
            measure("transaction, 3 items, 2 x 1 KB", threads, this::append);
        }
        for (int threads : new int[] {1, MANY}) {
            measure("get, 1 KB", threads, this::get);
        }
        for (int threads : new int[] {1, MANY}) {
            measure("query, 20 x 1 KB", threads, this::query);
        }
    }

    private void measure(String what, int threads, Load.Operation operation) throws Exception {
        List<Load.Figures> all = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            measured++;
            all.add(Load.run(threads, round, operation));
        }
        Load.Figures median = Load.Figures.median(all);
        System.out.printf(
                Locale.ROOT,
                "%-34s %8d %10.0f %9.3f %9.3f %9.3f %9.1f%n",
                what,
                threads,
                median.perSecond(),
                median.millis(0.50),
                median.millis(0.95),
                median.millis(0.99),
                median.cpuMicros());
    }

    private void put(int thread, int n) {
        require(store.write(new Write.Put(ItemKey.main(partition(thread), "CALL#" + digits(n)), item(n), NEW))
                .committed());
    }

    private void append(int thread, int n) {
        String partition = partition(thread);
        Condition expected = n == 0 ? NEW : new Condition.Equal(List.of("lastSeq"), IntNode.valueOf(2 * n));
        require(store.transact(List.of(
                        new Write.Update(
                                ItemKey.main(partition, "RUN"),
                                List.of(new Change.Set(List.of("lastSeq"), IntNode.valueOf(2 * n + 2))),
                                expected),
                        new Write.Put(event(partition, 2 * n + 1), item(n), NEW),
                        new Write.Put(event(partition, 2 * n + 2), item(n), NEW)))
                .committed());
    }

    private void get(int thread, int n) {
        require(store.get(known((thread * 31 + n) % KNOWN_ITEMS)).isPresent());
    }

    private void query(int thread, int n) {
        String after = known((thread * 31 + n) % (KNOWN_ITEMS - 30)).sk();
        Query query = new Query(Table.MAIN, "known", "", Query.HIGH, true, 20, Optional.of(after));
        require(store.query(query).items().size() == 20);
    }

    private String partition(int thread) {
        return "O#ten_01KBC0000000000000000000000#RUN#run_" + measured + "-" + thread;
    }

    private static ItemKey event(String partition, int seq) {
        return new ItemKey(Table.EVENTS, partition, "E#" + digits(seq));
    }

    private static ItemKey known(int n) {
        return ItemKey.main("known", digits(n));
    }

    private static String digits(int n) {
        return String.format(Locale.ROOT, "%012d", n);
    }

    /** About 1 KB in a dozen attributes. */
    private static ObjectNode item(int n) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        item.put("seq", n)
                .put("type", "tool.output")
                .put("at", "2026-12-01T00:00:00.000Z")
                .put("epoch", 3);
        for (int i = 0; i < 7; i++) {
            item.put("text" + i, "The quick brown fox jumps over the lazy dog, again and again. ".repeat(2));
        }
        item.putObject("origin").put("attempt", 1).put("fence", 7).put("final", false);
        return item;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("the store did not do what was asked");
        }
    }
}
