package dev.metis.local.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A database file with its writer and its readers. Whoever opens it must hold its {@link DataDirectory}. */
public final class SqliteDatabase implements AutoCloseable {
    private final SqliteWriter writer;
    private final SqliteReaders readers;

    private SqliteDatabase(SqliteFile file) {
        this.writer = new SqliteWriter(file);
        this.readers = new SqliteReaders(file);
    }

    /** Opens the file, and creates it when it is absent. Fails when it is no database or cannot be written. */
    public static SqliteDatabase open(Path path) {
        SqliteDatabase database = new SqliteDatabase(new SqliteFile(path));
        try {
            database.writer.<@Nullable Void>write(_ -> null);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        return database;
    }

    public SqliteWriter writer() {
        return writer;
    }

    public SqliteReaders readers() {
        return readers;
    }

    /** Finishes the writes that were taken and closes all connections. */
    @Override
    public void close() {
        readers.close(); // first, so that the writer's is the last connection and tidies the log
        writer.close();
    }
}
