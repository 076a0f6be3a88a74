package dev.metis.local.store;

import dev.metis.error.TransientException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The writer's thread: takes what waits, runs it in one transaction, commits, answers. */
final class WriteLoop implements Runnable {
    private static final Logger LOG = System.getLogger(WriteLoop.class.getName());
    private static final int BATCH = 512;

    private final SqliteFile file;
    private final BlockingQueue<WriteTask<?>> queue;
    private final BooleanSupplier closed;
    private final Runnable afterCommit;
    private final List<WriteTask<?>> batch = new ArrayList<>(BATCH);
    private @Nullable SqliteSession session;

    WriteLoop(SqliteFile file, BlockingQueue<WriteTask<?>> queue, BooleanSupplier closed, Runnable afterCommit) {
        this.file = file;
        this.queue = queue;
        this.closed = closed;
        this.afterCommit = afterCommit;
    }

    @Override
    public void run() {
        try {
            while (!closed.getAsBoolean() || !queue.isEmpty()) {
                WriteTask<?> first = queue.poll(1, TimeUnit.MINUTES);
                if (first != null) {
                    batch.add(first);
                    commitBatch();
                    batch.clear();
                }
            }
        } catch (InterruptedException e) {
            LOG.log(Level.WARNING, "the writer was told to stop in the middle of its work");
        } finally {
            dropSession();
        }
    }

    /** Runs and commits the first task and what comes while that goes on, then answers all. */
    private void commitBatch() {
        try {
            SqliteSession open = session();
            open.statement("BEGIN IMMEDIATE").execute();
            for (WriteTask<?> task = batch.getFirst(); task != null; task = next()) {
                runTask(open, task);
            }
            open.statement("COMMIT").execute();
        } catch (SQLException | RuntimeException | Error e) {
            abort(e);
            return;
        }
        notifyListeners();
        batch.forEach(WriteTask::answer);
    }

    private @Nullable WriteTask<?> next() {
        WriteTask<?> task = batch.size() < BATCH ? queue.poll() : null;
        if (task != null) {
            batch.add(task);
        }
        return task;
    }

    private void runTask(SqliteSession open, WriteTask<?> task) throws SQLException {
        if (task.isAbandoned()) {
            return;
        }
        open.statement("SAVEPOINT unit").execute();
        try {
            task.run(open);
        } catch (SQLException e) {
            if (SqliteFaults.isOfTheEnvironment(e)) {
                throw e;
            }
            undo(open, task, e);
        } catch (RuntimeException e) {
            undo(open, task, e);
        }
        open.statement("RELEASE unit").execute();
    }

    private static void undo(SqliteSession open, WriteTask<?> task, Exception fault) throws SQLException {
        open.statement("ROLLBACK TO unit").execute();
        task.failed(fault);
    }

    /** Nothing of the batch may be believed: a new connection starts from what is in the file. */
    private void abort(Throwable fault) {
        LOG.log(Level.ERROR, () -> batch.size() + " writes to " + file + " failed together", fault);
        dropSession();
        TransientException unknown =
                SqliteFaults.unavailable("the database failed; whether it wrote is unknown: " + fault, fault);
        batch.forEach(task -> task.abort(unknown));
    }

    private void notifyListeners() {
        try {
            afterCommit.run();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a listener failed after a commit", e);
        }
    }

    private SqliteSession session() throws SQLException {
        if (session == null) {
            session = file.openForWriting();
        }
        return session;
    }

    private void dropSession() {
        SqliteSession open = session;
        session = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.log(Level.WARNING, () -> "a connection to " + file + " could not be closed", e);
            }
        }
    }
}
