package dev.metis.run;

import dev.metis.error.ErrorCode;
import dev.metis.error.TransientException;
import dev.metis.port.IdSource;
import dev.metis.port.TimeSource;
import java.time.Instant;

/** Pauses between tries to append: 1 to 16 ms with jitter, so that appenders give way to decisions. */
final class Backoff {
    private static final int MAX_MILLIS = 16;

    private final IdSource ids;
    private final Instant deadline;
    private final TimeSource time;
    private int ceiling = 1;

    Backoff(IdSource ids, Instant deadline, TimeSource time) {
        this.ids = ids;
        this.deadline = deadline;
        this.time = time;
    }

    /** Waits a little, or gives up past the deadline. */
    void pause(String what) {
        if (time.now().isAfter(deadline)) {
            throw new TransientException(ErrorCode.STORE_CONTENDED, what);
        }
        try {
            Thread.sleep(1 + Math.floorMod(ids.secret(1)[0], ceiling));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransientException(ErrorCode.STORE_CONTENDED, what + " (interrupted)", e);
        }
        ceiling = Math.min(MAX_MILLIS, ceiling * 2);
    }
}
