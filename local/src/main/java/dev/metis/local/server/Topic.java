package dev.metis.local.server;

import dev.metis.function.api.RunEvents;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is going on in one run that somebody watches: the last seq seen, and the last events themselves, contiguous and
 * within bounds, so that most readers need not ask the store.
 */
final class Topic {
    private static final int RECENT = 256;

    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();
    private final Deque<ObjectNode> recent = new ArrayDeque<>();
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
        synchronized (this) {
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
            notifyAll();
        }
        listeners.forEach(Runnable::run);
    }

    void end() {
        synchronized (this) {
            over = true;
            notifyAll();
        }
        listeners.forEach(Runnable::run);
    }

    synchronized boolean over() {
        return over;
    }

    synchronized long latest() {
        return latest;
    }

    /** The events right after the seq, when they are still here; empty says nothing: ask the store. */
    synchronized Optional<List<ObjectNode>> after(long seq, int limit) {
        if (recent.isEmpty() || RunEvents.seq(recent.getFirst()) > seq + 1) {
            return Optional.empty();
        }
        List<ObjectNode> events = new ArrayList<>();
        for (ObjectNode event : recent) {
            if (RunEvents.seq(event) > seq && events.size() < limit) {
                events.add(event);
            }
        }
        return Optional.of(events);
    }

    synchronized boolean await(long seq, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!over && latest <= seq) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            // Rounded up: a wait of 0 would be one without an end.
            wait(left / 1_000_000 + 1);
        }
        return !over;
    }
}
