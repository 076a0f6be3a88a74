package dev.metis.port;

import java.time.Instant;

/** Durable timers. */
public interface Scheduler {
    /**
     * Calls the named target with the key at the instant or soon after, at least once, also after a restart. The same
     * target and key again moves the timer.
     */
    void at(Instant instant, String target, String key);

    /** Forgets a timer; one that fired or never was is no fault. */
    void cancel(String target, String key);
}
