package dev.metis.local.server;

import dev.metis.function.api.RunEvents;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is going on in one run that somebody watches: the last seq seen, and the last events themselves, contiguous and
 * within bounds, so that most readers need not ask the store.
 */
final class Topic {
    private static final int RECENT = 256;

    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();
    private final Deque<ObjectNode> recent = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private long latest;
    private boolean over;
    /** How many watch; guarded by the hub. */
    private int watchers;

    int watchers(int change) {
        watchers += change;
        return watchers;
    }

    void listen(Runnable listener) {
        listeners.add(listener);
    }

    void forget(Runnable listener) {
        listeners.remove(listener);
    }

    /** Takes an event; one that was seen before changes nothing. */
    void publish(ObjectNode event) {
        lock.lock();
        try {
            long seq = RunEvents.seq(event);
            if (seq <= latest) {
                return;
            }
            if (seq != latest + 1) {
                recent.clear();
            }
            recent.addLast(event);
            if (recent.size() > RECENT) {
                recent.removeFirst();
            }
            latest = seq;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        listeners.forEach(Runnable::run);
    }

    void end() {
        lock.lock();
        try {
            over = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        listeners.forEach(Runnable::run);
    }

    boolean over() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    long latest() {
        lock.lock();
        try {
            return latest;
        } finally {
            lock.unlock();
        }
    }

    /** The events right after the seq, when they are still here; empty says nothing: ask the store. */
    Optional<List<ObjectNode>> after(long seq, int limit) {
        lock.lock();
        try {
            if (recent.isEmpty() || RunEvents.seq(recent.getFirst()) > seq + 1) {
                return Optional.empty();
            }
            return Optional.of(recent.stream()
                    .filter(event -> RunEvents.seq(event) > seq)
                    .limit(limit)
                    .toList());
        } finally {
            lock.unlock();
        }
    }

    /** Waits for an event after the seq. False when the time is over, or nothing more will come. */
    boolean await(long seq, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (!over && latest <= seq) {
                if (left <= 0) {
                    return false;
                }
                left = moved.awaitNanos(left);
            }
            return !over;
        } finally {
            lock.unlock();
        }
    }
}
