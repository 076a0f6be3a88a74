package dev.metis.local.store;

import dev.metis.error.ErrorCode;
import dev.metis.error.MetisException;
import dev.metis.error.TransientException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The one that writes. Units of work that wait at the same time are committed together, in the order they came, with one
 * sync of the disk; each is wholly done or wholly undone, whatever becomes of the others. An answer means that the unit
 * is durable and that every read from now on sees it. When the disk fails or is full, the units at hand fail with
 * {@code TransientException} (they may have happened) and the writer goes on with the next ones on a new connection.
 */
public final class SqliteWriter implements AutoCloseable {
    private static final int QUEUE = 10_000;
    private static final Duration DEADLINE = Duration.ofSeconds(15);

    private final BlockingQueue<WriteTask<?>> queue = new LinkedBlockingQueue<>(QUEUE);
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Duration deadline;
    private final Thread thread;
    private volatile boolean closed;

    SqliteWriter(SqliteFile file) {
        this(file, DEADLINE);
    }

    SqliteWriter(SqliteFile file, Duration deadline) {
        this.deadline = deadline;
        WriteLoop loop = new WriteLoop(file, queue, () -> closed, () -> listeners.forEach(Runnable::run));
        this.thread = Thread.ofPlatform().name("sqlite-writer").start(loop);
    }

    /**
     * Runs the unit and waits until it is durable. Throws what the unit throws, or {@code TransientException} when the
     * database does not answer in time: then the unit may have happened.
     */
    public <T extends @Nullable Object> T write(SqliteUnit<T> unit) {
        CompletableFuture<T> future = submit(unit);
        try {
            return future.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw rethrow(e);
        } catch (TimeoutException e) {
            future.cancel(false); // a unit that has not begun never will
            throw SqliteFaults.unavailable("the database did not answer a write within " + deadline, e);
        } catch (InterruptedException e) {
            future.cancel(false);
            Thread.currentThread().interrupt();
            throw SqliteFaults.unavailable("the wait for a write was interrupted", e);
        }
    }

    /**
     * Hands the unit over and does not wait for it, unless the queue is full. The future ends when the unit is durable,
     * or with what {@link #write} would throw; its dependents run on the writer's thread and must not wait there.
     * Cancelling it prevents a unit that has not begun.
     */
    public <T extends @Nullable Object> CompletableFuture<T> submit(SqliteUnit<T> unit) {
        WriteTask<T> task = new WriteTask<>(unit);
        try {
            if (closed) {
                throw closed();
            }
            if (!queue.offer(task, deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new TransientException(
                        ErrorCode.STORE_CONTENDED, QUEUE + " writes are waiting for the database; none was added");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqliteFaults.unavailable("the wait for a place among the writes was interrupted", e);
        }
        if (closed && queue.remove(task)) {
            throw closed();
        }
        return task.future();
    }

    /** Runs the action on the writer's thread after each commit and before its answers; it must be short. */
    public void onCommit(Runnable action) {
        listeners.add(Objects.requireNonNull(action, "action is null"));
    }

    /** Takes no more units, finishes those that were taken, and closes the connection. */
    @Override
    public void close() {
        closed = true;
        boolean ended = false;
        try {
            queue.offer(WriteTask.nothing(), deadline.toNanos(), TimeUnit.NANOSECONDS); // wakes the loop
            ended = thread.join(deadline);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            thread.interrupt();
        }
    }

    private static TransientException closed() {
        return new TransientException(ErrorCode.STORE_UNAVAILABLE, "the database is closed");
    }

    private static RuntimeException rethrow(ExecutionException fault) {
        return switch (fault.getCause()) {
            case MetisException known -> known;
            case SQLException sql -> SqliteFaults.classify(sql);
            case RuntimeException other -> other;
            case null, default -> new IllegalStateException("a unit of work failed", fault);
        };
    }
}
