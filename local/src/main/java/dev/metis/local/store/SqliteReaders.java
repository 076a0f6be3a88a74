package dev.metis.local.store;

import dev.metis.error.ErrorCode;
import dev.metis.error.TransientException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A few connections that only read. A read sees everything that was answered before it began. */
public final class SqliteReaders implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SqliteReaders.class.getName());
    private static final int SESSIONS = 4;
    private static final Duration DEADLINE = Duration.ofSeconds(15);

    private final SqliteFile file;
    private final Semaphore places = new Semaphore(SESSIONS);
    private final Deque<SqliteSession> idle = new ArrayDeque<>();
    private boolean closed;

    SqliteReaders(SqliteFile file) {
        this.file = file;
    }

    /**
     * Runs the unit, which only reads: each statement by itself sees one state of the database. Throws what the unit
     * throws, or {@code TransientException} when the database does not answer.
     */
    public <T extends @Nullable Object> T read(SqliteUnit<T> unit) {
        acquire();
        SqliteSession session = null;
        try {
            session = borrow();
            T answer = unit.run(session);
            giveBack(session);
            return answer;
        } catch (SQLException e) {
            drop(session);
            throw SqliteFaults.classify(e);
        } catch (RuntimeException e) {
            drop(session); // a result set may still be open and would hold an old state
            throw e;
        } finally {
            places.release();
        }
    }

    /** Closes the connections; a read that is going on closes its own. */
    @Override
    public void close() {
        Deque<SqliteSession> toClose;
        synchronized (idle) {
            closed = true;
            toClose = new ArrayDeque<>(idle);
            idle.clear();
        }
        toClose.forEach(SqliteReaders::drop);
    }

    private void acquire() {
        try {
            if (!places.tryAcquire(DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new TransientException(
                        ErrorCode.STORE_CONTENDED, "no connection to read was free within " + DEADLINE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqliteFaults.unavailable("the wait for a connection to read was interrupted", e);
        }
    }

    private SqliteSession borrow() throws SQLException {
        synchronized (idle) {
            if (closed) {
                throw new TransientException(ErrorCode.STORE_UNAVAILABLE, "the database is closed");
            }
            SqliteSession session = idle.poll();
            if (session != null) {
                return session;
            }
        }
        return file.openForReading();
    }

    private void giveBack(SqliteSession session) {
        synchronized (idle) {
            if (!closed) {
                idle.push(session);
                return;
            }
        }
        drop(session);
    }

    private static void drop(@Nullable SqliteSession session) {
        if (session == null) {
            return;
        }
        try {
            session.close();
        } catch (SQLException e) {
            LOG.log(Level.WARNING, "a connection could not be closed", e);
        }
    }
}
