package dev.metis.local.store;

import java.io.IOException;
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

    /**
     * Opens the file, and creates it when it is absent. Fails when it is no database or cannot be written. SQLite's
     * native library is unpacked into the folder {@code native} beside the file, never into a folder that others share.
     */
    public static SqliteDatabase open(Path path) {
        prepareNativeLibrary(path.resolveSibling("native"));
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

    /** The driver reads the property when it first loads, unpacks under a random name, and forgets it after a kill. */
    private static void prepareNativeLibrary(Path folder) {
        try {
            PrivateFiles.empty(PrivateFiles.folder(folder));
        } catch (IOException e) {
            throw SqliteFaults.unavailable("no folder for SQLite's native library: " + folder, e);
        }
        System.setProperty("org.sqlite.tmpdir", folder.toString());
    }
}
