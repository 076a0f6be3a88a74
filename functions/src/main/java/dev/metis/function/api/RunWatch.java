package dev.metis.function.api;

import dev.metis.access.TenantId;
import dev.metis.run.RunId;
import java.time.Duration;

/**
 * Wakes whoever waits for a run's next event. It is a wake-up, never the truth: after it, and before it, one reads the
 * log. Open the watch first, then read, then wait: what is committed after the read then ends the wait.
 */
@FunctionalInterface
public interface RunWatch {
    Watch open(TenantId owner, RunId run);

    /** A watch on one run. */
    interface Watch extends AutoCloseable {
        /** Waits until there may be an event after the seq. False when the time is over, or nothing more will come here. */
        boolean await(long seq, Duration atMost) throws InterruptedException;

        /** Whether waiting on makes no sense: the server stops. */
        boolean over();

        @Override
        void close();
    }
}
