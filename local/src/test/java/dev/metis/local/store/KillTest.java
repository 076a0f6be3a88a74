package dev.metis.local.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.port.Item;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a process that is killed while it writes leaves behind. */
@Timeout(120)
class KillTest {
    @RepeatedTest(3)
    void everyAnsweredWriteIsThereAndEveryTransactionWhole(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("metis.db");
        List<String> printed = new ArrayList<>();
        try (ChildJvm writer = ChildJvm.start(AcknowledgingWriter.class, file)) {
            for (int i = 0; i < 2_000; i++) {
                printed.add(writer.line());
            }
            printed.addAll(writer.kill());
        }
        Map<String, Long> answered = lastAnswered(printed);
        assertEquals(AcknowledgingWriter.THREADS, answered.size());
        try (SqliteDatabase database = SqliteDatabase.open(file)) {
            SqliteItemStore store = new SqliteItemStore(database);
            answered.forEach((partition, last) -> assertWhole(store, partition, last));
            assertEquals("ok", integrity(database));
        }
    }

    private static void assertWhole(SqliteItemStore store, String partition, long answered) {
        long head = number(store.get(AcknowledgingWriter.head(partition)).orElseThrow());
        // One more may have been committed whose answer was not printed.
        assertTrue(head == answered || head == answered + 1, () -> "head " + head + ", answered " + answered);
        for (long n = 1; n <= head; n++) {
            assertEquals(
                    n, number(store.get(AcknowledgingWriter.item(partition, n)).orElseThrow()));
            assertEquals(
                    n, number(store.get(AcknowledgingWriter.event(partition, n)).orElseThrow()));
        }
        assertEquals(Optional.empty(), store.get(AcknowledgingWriter.item(partition, head + 1)));
        assertEquals(Optional.empty(), store.get(AcknowledgingWriter.event(partition, head + 1)));
    }

    /** The last write of each partition that was printed; a line that the kill cut off is none. */
    private static Map<String, Long> lastAnswered(List<String> printed) {
        Map<String, Long> last = new HashMap<>();
        for (String line : printed) {
            String[] words = line.split(" ", -1);
            if (words.length == 2 && !words[1].isEmpty()) {
                last.merge(words[0], Long.parseLong(words[1]), Math::max);
            }
        }
        return last;
    }

    private static long number(Item item) {
        return item.attributes().path("n").asLong();
    }

    private static String integrity(SqliteDatabase database) {
        return database.readers().read(session -> {
            try (ResultSet row = session.statement("PRAGMA integrity_check").executeQuery()) {
                row.next();
                return row.getString(1);
            }
        });
    }
}
