package dev.metis.run;

import dev.metis.event.RunEventBody;
import dev.metis.event.TurnEvent.ContentDelta;
import dev.metis.event.TurnEvent.ReasoningDelta;
import dev.metis.run.Step.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Coalesces streamed text into few events: the first piece goes out at once, later ones after the interval or when 4 KB
 * are together, in order, never inside a code point. Owns one virtual thread; {@link #close} writes the rest and ends it.
 */
public final class DeltaBuffer implements AutoCloseable {
    private static final int FLUSH_CHARS = 4_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final StepLog log;
    private final Duration interval;
    private final Thread flusher;
    private final List<RunEventBody> pending = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private boolean reasoning;
    private boolean closed;
    private boolean quiet = true;
    private Standing standing = Standing.GOOD;
    private @Nullable RuntimeException failure;

    public DeltaBuffer(StepLog log, Duration interval) {
        this.log = log;
        this.interval = interval;
        this.flusher = Thread.ofVirtual().name("delta-flusher").start(this::flushInTime);
    }

    /** Takes a piece of text; answers whether the step may still write, as far as is known. */
    public Standing add(boolean isReasoning, String piece) {
        lock.lock();
        try {
            if (isReasoning != reasoning) {
                cut();
                reasoning = isReasoning;
            }
            text.append(piece);
            if (quiet || text.length() >= FLUSH_CHARS) {
                quiet = false;
                flush();
            }
            changed.signalAll();
            return standingOrThrow();
        } finally {
            lock.unlock();
        }
    }

    /** Writes what is there, then these events. */
    public Standing append(List<RunEventBody> bodies) {
        lock.lock();
        try {
            cut();
            pending.addAll(bodies);
            flush();
            return standingOrThrow();
        } finally {
            lock.unlock();
        }
    }

    /** Writes the rest and ends the thread. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            if (failure == null) {
                flush();
            }
        } finally {
            lock.unlock();
        }
        try {
            flusher.join(Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void flushInTime() {
        lock.lock();
        try {
            while (!closed) {
                if (text.isEmpty()) {
                    quiet = !changed.await(interval.toMillis(), TimeUnit.MILLISECONDS) || quiet;
                    continue;
                }
                long left = interval.toNanos();
                while (left > 0 && !closed) {
                    left = changed.awaitNanos(left);
                }
                flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void cut() {
        if (!text.isEmpty()) {
            String piece = text.toString();
            pending.add(reasoning ? new ReasoningDelta(piece) : new ContentDelta(piece));
            text.setLength(0);
        }
    }

    private void flush() {
        cut();
        if (pending.isEmpty() || standing != Standing.GOOD || failure != null) {
            return;
        }
        try {
            standing = log.append(List.copyOf(pending));
            pending.clear();
        } catch (RuntimeException e) {
            // Kept for the step's own thread, which must end with it.
            failure = e;
        }
    }

    private Standing standingOrThrow() {
        if (failure != null) {
            throw failure;
        }
        return standing;
    }
}
