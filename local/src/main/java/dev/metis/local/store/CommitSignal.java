package dev.metis.local.store;

import java.time.Duration;

/** Wakes those who wait for something to look at. A wake-up between the look and the wait is not lost. */
final class CommitSignal {
    private long wakeUps;

    /** How often it has woken; take it before looking. */
    synchronized long seen() {
        return wakeUps;
    }

    synchronized void wake() {
        wakeUps++;
        notifyAll();
    }

    /** Waits for a wake-up after the one seen, at most so long. */
    synchronized void awaitAfter(long seen, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        long left = atMost.toNanos();
        while (wakeUps == seen && left > 0) {
            wait(left / 1_000_000, (int) (left % 1_000_000));
            left = deadline - System.nanoTime();
        }
    }
}
