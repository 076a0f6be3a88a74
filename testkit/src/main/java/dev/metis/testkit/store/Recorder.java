package dev.metis.testkit.store;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What another thread was told, in order; a test waits for the next, and never longer than its patience. */
final class Recorder<T> {
    private static final int PATIENCE_SECONDS = 20;

    private final BlockingQueue<T> told = new LinkedBlockingQueue<>();

    void tell(T what) {
        told.add(what);
    }

    T next() {
        T next = poll(PATIENCE_SECONDS * 1_000);
        assertNotNull(next, () -> "nothing was told within " + PATIENCE_SECONDS + " s");
        return next;
    }

    /** The next, while an action is repeated that brings it about in the end. */
    T nextWhile(Runnable action) {
        int millis = 20;
        for (int i = 0; i < PATIENCE_SECONDS * 1_000 / millis; i++) {
            action.run();
            T next = poll(millis);
            if (next != null) {
                return next;
            }
        }
        return next();
    }

    private @Nullable T poll(int millis) {
        try {
            return told.poll(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    List<T> next(int count) {
        List<T> next = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            next.add(next());
        }
        return next;
    }

    /** Everything up to the first that matches, which is the last of them. */
    List<T> upTo(Predicate<T> last) {
        List<T> next = new ArrayList<>();
        while (next.isEmpty() || !last.test(next.getLast())) {
            next.add(next());
            if (next.size() > 100_000) {
                fail("told without end: " + next.subList(0, 10));
            }
        }
        return next;
    }
}
