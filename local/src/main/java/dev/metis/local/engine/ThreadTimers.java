package dev.metis.local.engine;

import dev.metis.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All timers in one ordered map and one thread, which sleeps until the next is due. It wakes at least once a minute, so a
 * clock that was set, or a machine that slept, delays a timer by that much at most.
 */
public final class ThreadTimers implements Timers {
    private static final System.Logger LOG = System.getLogger(ThreadTimers.class.getName());
    private static final Duration LONGEST_SLEEP = Duration.ofMinutes(1);
    private static final Duration JOIN = Duration.ofSeconds(5);

    private record Due(Instant when, long number) {}

    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final TreeMap<Due, Runnable> pending =
            new TreeMap<>(Comparator.comparing(Due::when).thenComparingLong(Due::number));
    private final Thread thread;
    private long numbers;
    private boolean closed;

    public ThreadTimers(TimeSource time) {
        this.time = time;
        this.thread = Thread.ofPlatform().name("engine-timers").daemon(true).unstarted(this::run);
        thread.start();
    }

    @Override
    public Timer at(Instant when, Runnable action) {
        lock.lock();
        try {
            Due due = new Due(when, numbers++);
            pending.put(due, action);
            if (pending.firstKey().equals(due)) {
                changed.signal();
            }
            return () -> cancel(due);
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Due due) {
        lock.lock();
        try {
            pending.remove(due);
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            for (Runnable action = next(); action != null; action = next()) {
                runOne(action);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only close() interrupts
        }
    }

    private static void runOne(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a timer's action failed", e);
        }
    }

    private @Nullable Runnable next() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                Map.Entry<Due, Runnable> first = pending.firstEntry();
                Duration sleep = first == null
                        ? LONGEST_SLEEP
                        : Duration.between(time.now(), first.getKey().when());
                if (first != null && !sleep.isPositive()) {
                    pending.remove(first.getKey());
                    return first.getValue();
                }
                long nanos = (sleep.compareTo(LONGEST_SLEEP) < 0 ? sleep : LONGEST_SLEEP).toNanos();
                long _ = changed.awaitNanos(nanos);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            pending.clear();
            changed.signal();
        } finally {
            lock.unlock();
        }
        try {
            if (Thread.currentThread() != thread && !thread.join(JOIN)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
