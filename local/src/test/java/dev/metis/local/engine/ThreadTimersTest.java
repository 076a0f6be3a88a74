package dev.metis.local.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
        ThreadTimers timers = new ThreadTimers(clock::instant);
        timers.at(clock.instant().plusMillis(50), ran::countDown);
        timers.close();
        assertEquals(false, ran.await(200, TimeUnit.MILLISECONDS));
    }
}
