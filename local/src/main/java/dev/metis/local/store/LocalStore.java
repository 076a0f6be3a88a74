package dev.metis.local.store;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.TimeSource;
import dev.metis.port.Write;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;

/** Everything durable in a data directory, opened and closed together. The directory stays its caller's to close. */
public final class LocalStore implements AutoCloseable {
    /** The schema this program reads and writes; kept in an item, so that an older program refuses a newer store. */
    static final int SCHEMA_VERSION = 1;

    static final ItemKey META = ItemKey.main("SYS#META", "META");
    static final String VERSION = "schemaVersion";

    private final SqliteDatabase database;
    private final SqliteItemStore items;
    private final SqliteChangeFeed changes;
    private final SqliteScheduler scheduler;
    private final FileArtifactStore artifacts;

    private LocalStore(DataDirectory directory, SqliteDatabase database, TimeSource time) throws IOException {
        this.database = database;
        this.items = new SqliteItemStore(database);
        requireKnownSchema(directory, items);
        this.artifacts = new FileArtifactStore(directory.folder("artifacts"));
        this.changes = new SqliteChangeFeed(database);
        this.scheduler = new SqliteScheduler(database, time);
    }

    /** Opens the store. One that a newer program has written is refused, and left as it is. */
    public static LocalStore open(DataDirectory directory, TimeSource time) throws IOException {
        SqliteDatabase database = SqliteDatabase.open(directory.path().resolve("metis.db"));
        boolean opened = false;
        try {
            LocalStore store = new LocalStore(directory, database, time);
            opened = true;
            return store;
        } finally {
            if (!opened) {
                database.close();
            }
        }
    }

    public SqliteItemStore items() {
        return items;
    }

    public SqliteChangeFeed changes() {
        return changes;
    }

    public SqliteScheduler scheduler() {
        return scheduler;
    }

    public FileArtifactStore artifacts() {
        return artifacts;
    }

    /** The database below, for components that keep tables of their own. */
    public SqliteDatabase database() {
        return database;
    }

    /** Stops timers and consumers, finishes the writes that were taken, and closes. */
    @Override
    public void close() {
        scheduler.close();
        changes.close();
        database.close();
    }

    private static void requireKnownSchema(DataDirectory directory, SqliteItemStore items) {
        Optional<Item> meta = items.get(META);
        if (meta.isEmpty()) {
            items.write(new Write.Put(
                    META,
                    JsonNodeFactory.instance.objectNode().put(VERSION, SCHEMA_VERSION),
                    new Condition.NotExists()));
            return;
        }
        int found = meta.get().attributes().path(VERSION).asInt(0);
        if (found != SCHEMA_VERSION) {
            throw new PermanentException(
                    ErrorCode.STORE_UNAVAILABLE,
                    directory.path() + " has the schema version " + found + "; this Metis knows " + SCHEMA_VERSION
                            + ". Start the version of Metis that wrote it, or choose another data directory");
        }
    }
}
