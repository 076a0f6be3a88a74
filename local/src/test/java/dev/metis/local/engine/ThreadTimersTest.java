package dev.metis.local.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ThreadTimersTest {
    private final InstantSource clock = InstantSource.system();

    @Test
    void actionsRunInTheOrderOfTheirInstantsAndACancelledOneNever() throws InterruptedException {
        List<String> ran = new CopyOnWriteArrayList<>();
        CountDownLatch last = new CountDownLatch(1);
        try (ThreadTimers timers = new ThreadTimers(clock::instant)) {
            Instant now = clock.instant();
            timers.at(now.plusMillis(150), () -> {
                ran.add("c");
                last.countDown();
            });
            timers.at(now.plusMillis(100), () -> ran.add("cancelled")).cancel();
            timers.at(now.plusMillis(60), () -> ran.add("b"));
            timers.at(now.minusSeconds(5), () -> {
                ran.add("a");
                throw new IllegalStateException("does not stop the others");
            });
            assertTrue(last.await(10, TimeUnit.SECONDS));
        }
        assertEquals(List.of("a", "b", "c"), ran);
    }

    @Test
    void nothingBeginsAfterClose() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-12-01T00:00:00Z"));
        ThreadTimers timers = new ThreadTimers(now::get);
        timers.at(now.get().plusMillis(20), ran::countDown);
        timers.close();
        now.set(now.get().plusSeconds(1));
        timers.at(now.get(), ran::countDown);
        assertEquals(false, ran.await(100, TimeUnit.MILLISECONDS));
    }
}
