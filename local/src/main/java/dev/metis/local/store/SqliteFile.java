package dev.metis.local.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/** The database file and how connections to it are set. */
final class SqliteFile {
    private static final int PAGE_BYTES = 4 * 1024;
    private static final int WRITER_CACHE_KIB = 64 * 1024;
    private static final int READER_CACHE_KIB = 8 * 1024;
    /** Pages in the log before it is copied into the file: 16 MB. */
    private static final int LOG_PAGES = 4_000;

    private static final int LOG_BYTES_KEPT = 64 * 1024 * 1024;
    /** Only a stranger (a backup, the sqlite3 program) can hold a lock that we wait for. */
    private static final Duration BUSY = Duration.ofSeconds(5);

    private final Path path;

    SqliteFile(Path path) {
        this.path = path;
    }

    /** Opens a connection that may write; what it commits survives a power cut. */
    SqliteSession openForWriting() throws SQLException {
        // In this order: the page size of a new file is fixed by the first statement that writes to it.
        return open(
                WRITER_CACHE_KIB,
                "PRAGMA page_size = " + PAGE_BYTES,
                "PRAGMA journal_mode = WAL",
                "PRAGMA synchronous = FULL",
                "PRAGMA wal_autocheckpoint = " + LOG_PAGES,
                "PRAGMA journal_size_limit = " + LOG_BYTES_KEPT);
    }

    /** Opens a connection that can only read. */
    SqliteSession openForReading() throws SQLException {
        return open(READER_CACHE_KIB, "PRAGMA query_only = ON");
    }

    private SqliteSession open(int cacheKib, String... pragmas) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setOpenMode(SQLiteOpenMode.NOMUTEX); // a session has one user at a time
        config.setBusyTimeout((int) BUSY.toMillis());
        config.setCacheSize(-cacheKib); // negative: KiB, not pages
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setGetGeneratedKeys(false);
        SqliteSession session = new SqliteSession(config.createConnection("jdbc:sqlite:" + path));
        try {
            for (String pragma : pragmas) {
                session.execute(pragma);
            }
            return session;
        } catch (SQLException e) {
            session.close();
            throw e;
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
