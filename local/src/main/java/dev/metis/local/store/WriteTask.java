package dev.metis.local.store;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A unit of work on its way through the writer, and the answer that waits for the commit. */
final class WriteTask<T extends @Nullable Object> {
    private final SqliteUnit<T> unit;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private Runnable answer = () -> {};

    WriteTask(SqliteUnit<T> unit) {
        this.unit = unit;
    }

    static WriteTask<?> nothing() {
        return new WriteTask<@Nullable Void>(_ -> null);
    }

    CompletableFuture<T> future() {
        return future;
    }

    /** Whether nobody waits for it any more. */
    boolean isAbandoned() {
        return future.isDone();
    }

    /** Runs the unit and keeps its answer back. */
    void run(SqliteSession session) throws SQLException {
        T value = unit.run(session);
        answer = () -> future.complete(value);
    }

    /** Keeps back that the unit failed and left nothing. */
    void failed(Throwable fault) {
        answer = () -> future.completeExceptionally(fault);
    }

    /** Gives the answer, once it is durable. */
    void answer() {
        answer.run();
    }

    /** Answers that nobody knows. */
    void abort(Throwable fault) {
        future.completeExceptionally(fault);
    }
}
