package dev.metis.local.store;

import dev.metis.port.Change;
import dev.metis.port.Condition;
import dev.metis.port.ItemKey;
import dev.metis.port.Table;
import dev.metis.port.Write;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes without end from several threads, and prints each write when it is answered. The writes of thread t are
 * transactions of an event, an item of the same number, and the head that counts them.
 */
final class AcknowledgingWriter {
    static final int THREADS = 8;

    private AcknowledgingWriter() {}

    public static void main(String[] arguments) {
        SqliteDatabase database = SqliteDatabase.open(Path.of(arguments[0]));
        SqliteItemStore store = new SqliteItemStore(database);
        for (int t = 0; t < THREADS; t++) {
            String partition = partition(t);
            Thread.ofPlatform().start(() -> writeForever(store, partition));
        }
    }

    static String partition(int thread) {
        return "T" + thread;
    }

    static ItemKey head(String partition) {
        return ItemKey.main(partition, "HEAD");
    }

    static ItemKey item(String partition, long n) {
        return ItemKey.main(partition, "I#" + n);
    }

    static ItemKey event(String partition, long n) {
        return new ItemKey(Table.EVENTS, partition, "E#" + n);
    }

    private static void writeForever(SqliteItemStore store, String partition) {
        String pad = "x".repeat(700);
        for (long n = 1; ; n++) {
            ObjectNode attributes =
                    JsonNodeFactory.instance.objectNode().put("n", n).put("pad", pad);
            boolean committed = store.transact(List.of(
                            new Write.Update(
                                    head(partition), List.of(new Change.Add(List.of("n"), 1)), new Condition.Always()),
                            new Write.Put(item(partition, n), attributes, new Condition.NotExists()),
                            new Write.Put(event(partition, n), attributes, new Condition.NotExists())))
                    .committed();
            if (!committed) {
                throw new IllegalStateException("refused: " + partition + " " + n);
            }
            System.out.println(partition + " " + n);
        }
    }
}
