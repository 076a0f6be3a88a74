package dev.metis.function.gateway;

import dev.metis.run.RunId;
import java.time.Duration;

/** Lets a long poll of a sandbox sleep until there may be work: raised by changes of the run, never the truth itself. */
public interface WorkSignals {
    /** A listener for the run, opened before the store is looked at, so that no change between is missed. */
    Listener listen(RunId run);

    /** One poll's ear; closing it forgets it. */
    interface Listener extends AutoCloseable {
        /** Waits until something changed since the last call, or the time is over. */
        void await(Duration atMost) throws InterruptedException;

        @Override
        void close();
    }
}
