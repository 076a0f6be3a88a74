package dev.metis.local.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.port.ChangeFeed;
import dev.metis.port.Condition;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import dev.metis.testkit.store.ChangeFeedContract;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

class SqliteChangeFeedTest extends ChangeFeedContract {
    private Path file;
    private SqliteDatabase database;
    private SqliteItemStore store;
    private SqliteChangeFeed feed;

    @BeforeEach
    void open(@TempDir Path folder) {
        file = folder.resolve("metis.db");
        openAll();
    }

    @AfterEach
    void close() {
        feed.close();
        database.close();
    }

    @Override
    public ItemStore store() {
        return store;
    }

    @Override
    public ChangeFeed feed() {
        return feed;
    }

    @Override
    public void reopen() {
        close();
        openAll();
    }

    private void openAll() {
        database = SqliteDatabase.open(file);
        store = new SqliteItemStore(database);
        feed = new SqliteChangeFeed(database);
    }

    @Test
    void whatAClosedSubscriptionHasFinishedDoesNotComeAgain() throws Exception {
        deliver(10);
        reopen();
        AtomicLong again = new AtomicLong();
        CountDownLatch end = new CountDownLatch(1);
        feed.subscribe("c", batch -> {
            again.addAndGet(batch.size());
            end.countDown();
        });
        put("end");
        assertTrue(end.await(20, TimeUnit.SECONDS));
        assertEquals(1, again.get());
    }

    @Test
    void theLogIsPrunedBehindTheSlowestConsumerAndNumbersGoOnGrowing() throws Exception {
        feed.subscribe("slow", _ -> {}).close();
        deliver(5_000);
        assertEquals(5_000, number("SELECT count(*) FROM change"), "the slow one has not seen them");
        feed.subscribe("slow", _ -> {});
        deliver(4_500);
        reopen();
        database.writer().write(session -> {
            ChangeLog.prune(session);
            return 0;
        });
        assertEquals(1, number("SELECT count(*) FROM change"));
        put("x");
        assertEquals(9_501, number("SELECT max(seq) FROM change"));
    }

    private void deliver(int changes) throws Exception {
        CountDownLatch seen = new CountDownLatch(changes);
        try (ChangeFeed.Subscription _ = feed.subscribe("c", batch -> batch.forEach(_ -> seen.countDown()))) {
            for (int i = 0; i < changes; i += 100) {
                int count = Math.min(100, changes - i);
                database.writer().write(session -> {
                    for (int n = 0; n < count; n++) {
                        ChangeLog.append(session, ItemKey.main("P", "k" + n));
                    }
                    return 0;
                });
            }
            assertTrue(seen.await(60, TimeUnit.SECONDS));
        }
    }

    private void put(String sk) {
        store.write(
                new Write.Put(ItemKey.main("P", sk), JsonNodeFactory.instance.objectNode(), new Condition.Always()));
    }

    private long number(String sql) {
        return database.readers().read(session -> {
            try (ResultSet row = session.statement(sql).executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        });
    }
}
