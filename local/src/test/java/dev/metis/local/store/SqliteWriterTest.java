package dev.metis.local.store;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SqliteWriterTest {
    private Path file;
    private SqliteDatabase database;

    @BeforeEach
    void open(@TempDir Path folder) {
        file = folder.resolve("metis.db");
        database = SqliteDatabase.open(file);
        run("CREATE TABLE t (v INTEGER PRIMARY KEY, pad BLOB)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void theFileIsSetUpForDurability() {
        assertEquals("wal", pragma("journal_mode"));
        assertEquals("2", pragma("synchronous"), "FULL");
        assertEquals("4096", pragma("page_size"));
    }

    @Test
    void anAnsweredWriteIsSeenByEveryRead() {
        for (int i = 0; i < 100; i++) {
            insert(i);
            assertEquals(i + 1, count());
        }
    }

    @Test
    void aReaderCannotWrite() {
        assertThrows(
                TransientException.class,
                () -> database.readers().<@Nullable Void>read(session -> {
                    session.execute("INSERT INTO t (v) VALUES (1)");
                    return null;
                }));
        assertEquals(0, count());
    }

    @Test
    void aUnitThatFailsIsUndoneAndTheOthersOfItsBatchAreNot() {
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Integer> first = database.writer().submit(session -> {
            await(gate);
            return insert(session, 1);
        });
        IllegalStateException fault = new IllegalStateException("mine");
        CompletableFuture<Integer> failing = database.writer().submit(session -> {
            insert(session, 2);
            throw fault;
        });
        CompletableFuture<Integer> duplicate = database.writer().submit(session -> {
            insert(session, 3);
            return insert(session, 1);
        });
        CompletableFuture<Integer> last = database.writer().submit(session -> insert(session, 4));
        gate.countDown();
        assertEquals(1, first.join());
        assertEquals(4, last.join());
        assertSame(fault, assertThrows(ExecutionException.class, failing::get).getCause());
        assertInstanceOf(
                SQLException.class,
                assertThrows(ExecutionException.class, duplicate::get).getCause());
        assertEquals(List.of(1, 4), values());
    }

    @Test
    void aWaitingCallerGetsWhatItsUnitThrows() {
        insert(1);
        IllegalStateException mine = new IllegalStateException("mine");
        assertSame(
                mine,
                assertThrows(
                        IllegalStateException.class,
                        () -> database.writer().write(_ -> {
                            throw mine;
                        })));
        PermanentException refused = assertThrows(PermanentException.class, () -> insert(1));
        assertEquals(ErrorCode.INTERNAL, refused.code());
    }

    @Test
    void whatWaitsTogetherIsCommittedOnce() {
        AtomicInteger commits = new AtomicInteger();
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Boolean> first = database.writer().submit(_ -> {
            database.writer().onCommit(commits::incrementAndGet);
            await(gate);
            return true;
        });
        List<CompletableFuture<Integer>> rest = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int value = i;
            rest.add(database.writer().submit(session -> insert(session, value)));
        }
        gate.countDown();
        assertTrue(first.join());
        rest.forEach(CompletableFuture::join);
        int heard = database.writer().write(_ -> commits.get());
        assertEquals(1, heard, "listeners hear before the next batch begins");
        assertEquals(100, count());
    }

    @Test
    void listenersHearOfACommitAndMayFail() throws Exception {
        BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
        database.writer().onCommit(() -> seen.add(count()));
        database.writer().onCommit(() -> {
            throw new IllegalStateException("injected");
        });
        insert(1);
        assertEquals(1, seen.poll(10, TimeUnit.SECONDS));
        insert(2);
        assertEquals(2, seen.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void aFullDiskFailsTheWritersAndTheStoreIsUsableAfterwards() {
        insert(1);
        run("PRAGMA max_page_count = " + (Integer.parseInt(pragma("page_count")) + 2));
        TransientException full = assertThrows(TransientException.class, () -> {
            for (int i = 100; i < 200; i++) {
                int value = i;
                database.writer().write(session -> insert(session, value, 100_000));
            }
        });
        assertEquals(ErrorCode.STORE_UNAVAILABLE, full.code());
        assertTrue(full.toString().contains("full"), full::toString);
        insert(2); // on a new connection, without the limit
        assertTrue(values().containsAll(List.of(1, 2)));
        assertEquals("ok", pragma("integrity_check"));
    }

    @Test
    void aCallerWaitsNoLongerThanItsDeadlineAndAnAbandonedUnitNeverRuns() {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        try (SqliteWriter writer = new SqliteWriter(new SqliteFile(file), Duration.ofMillis(200))) {
            CompletableFuture<Integer> slow = writer.submit(_ -> {
                await(gate);
                return 1;
            });
            TransientException late =
                    assertThrows(TransientException.class, () -> writer.write(_ -> runs.incrementAndGet()));
            assertEquals(ErrorCode.STORE_UNAVAILABLE, late.code());
            gate.countDown();
            assertEquals(1, slow.join());
        }
        assertEquals(0, runs.get());
    }

    @Test
    void aFullQueueRefusesWhatComesOnTop() {
        CountDownLatch gate = new CountDownLatch(1);
        try (SqliteWriter writer = new SqliteWriter(new SqliteFile(file), Duration.ofMillis(200))) {
            List<CompletableFuture<Integer>> waiting = new ArrayList<>();
            TransientException full = assertThrows(TransientException.class, () -> {
                for (int i = 0; i < 100_000; i++) {
                    int value = i;
                    waiting.add(writer.submit(session -> {
                        await(gate);
                        return insert(session, value);
                    }));
                }
            });
            assertEquals(ErrorCode.STORE_CONTENDED, full.code());
            gate.countDown();
            waiting.forEach(CompletableFuture::join);
            assertEquals(waiting.size(), count());
        }
    }

    @Test
    void closingFinishesWhatWasTakenAndRefusesTheRest() {
        List<CompletableFuture<Integer>> taken = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int value = i;
            taken.add(database.writer().submit(session -> insert(session, value)));
        }
        database.close();
        taken.forEach(CompletableFuture::join);
        TransientException closed = assertThrows(TransientException.class, () -> insert(99));
        assertEquals(ErrorCode.STORE_UNAVAILABLE, closed.code());
        assertEquals(
                ErrorCode.STORE_UNAVAILABLE,
                assertThrows(TransientException.class, this::count).code());
        assertTrue(Files.notExists(file.resolveSibling("metis.db-wal")), "the log is tidied away");
        database = SqliteDatabase.open(file);
        assertEquals(50, count());
    }

    @Test
    void aFileThatIsNoDatabaseIsRefused(@TempDir Path folder) throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "no database".repeat(1_000));
        assertThrows(TransientException.class, () -> SqliteDatabase.open(text));
        assertDoesNotThrow(() -> Files.delete(text));
    }

    private void run(String sql) {
        database.writer().<@Nullable Void>write(session -> {
            session.execute(sql);
            return null;
        });
    }

    private String pragma(String name) {
        return database.writer().write(session -> {
            try (ResultSet row = session.statement("PRAGMA " + name).executeQuery()) {
                row.next();
                return row.getString(1);
            }
        });
    }

    private int insert(int value) {
        return database.writer().write(session -> insert(session, value));
    }

    private static int insert(SqliteSession session, int value) throws SQLException {
        return insert(session, value, 0);
    }

    private static int insert(SqliteSession session, int value, int bytes) throws SQLException {
        PreparedStatement statement = session.statement("INSERT INTO t (v, pad) VALUES (?, zeroblob(?))");
        statement.setInt(1, value);
        statement.setInt(2, bytes);
        statement.executeUpdate();
        return value;
    }

    private int count() {
        return values().size();
    }

    private List<Integer> values() {
        return database.readers().read(session -> {
            List<Integer> values = new ArrayList<>();
            try (ResultSet rows =
                    session.statement("SELECT v FROM t ORDER BY v").executeQuery()) {
                while (rows.next()) {
                    values.add(rows.getInt(1));
                }
            }
            return values;
        });
    }

    private static void await(CountDownLatch gate) {
        try {
            assertTrue(gate.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
