package dev.metis.local.engine;

import dev.metis.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A clock and its timers, moved by the test alone. */
final class ManualClock implements TimeSource, Timers {
    static final Instant START = Instant.parse("2026-12-01T00:00:00Z");

    private record Due(Instant when, Runnable action) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Due> pending = new ArrayList<>();
    private Instant now = START;

    @Override
    public Instant now() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Timer at(Instant when, Runnable action) {
        Due due = new Due(when, action);
        boolean late;
        lock.lock();
        try {
            late = !when.isAfter(now);
            if (!late) {
                pending.add(due);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (late) {
            action.run();
        }
        return () -> cancel(due);
    }

    private void cancel(Due due) {
        lock.lock();
        try {
            pending.remove(due);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Moves the time and begins what has become due, in order. */
    void advance(Duration by) {
        List<Due> due;
        lock.lock();
        try {
            now = now.plus(by);
            due = pending.stream()
                    .filter(timer -> !timer.when().isAfter(now))
                    .sorted(Comparator.comparing(Due::when))
                    .toList();
            pending.removeAll(due);
        } finally {
            lock.unlock();
        }
        due.forEach(timer -> timer.action().run());
    }

    /** Waits until a timer is set for so long after now. */
    void awaitTimer(Duration after) throws InterruptedException {
        lock.lock();
        try {
            Instant when = now.plus(after);
            long nanos = TimeUnit.SECONDS.toNanos(10);
            while (pending.stream().noneMatch(due -> due.when().equals(when))) {
                if (nanos <= 0) {
                    throw new AssertionError("no timer for " + when + " but for "
                            + pending.stream().map(Due::when).sorted().toList());
                }
                nanos = changed.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean hasTimer(Duration after) {
        lock.lock();
        try {
            return pending.stream().anyMatch(due -> due.when().equals(now.plus(after)));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            pending.clear();
        } finally {
            lock.unlock();
        }
    }
}
