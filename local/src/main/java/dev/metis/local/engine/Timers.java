package dev.metis.local.engine;

import java.time.Instant;

/** Runs actions at instants. An action is short and must not block. */
public interface Timers extends AutoCloseable {
    /** Runs an action once, at or after the instant; at once when that has passed. */
    Timer at(Instant when, Runnable action);

    /** No action begins after it returns. */
    @Override
    void close();

    /** An action that has not begun yet. */
    interface Timer {
        /** The action will not begin; one that has begun is not disturbed. */
        void cancel();
    }
}
