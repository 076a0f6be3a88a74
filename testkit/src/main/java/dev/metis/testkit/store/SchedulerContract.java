package dev.metis.testkit.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.metis.port.Scheduler;
import dev.metis.testkit.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Everything a {@link Scheduler} must do. Calls come on other threads, so that a timer did not fire is shown by a later
 * one that did.
 */
@Timeout(120)
public abstract class SchedulerContract {
    private final ManualTime time = new ManualTime();
    private final Recorder<String> fired = new Recorder<>();

    /**
     * Opens a scheduler on the clock with these targets; the second time, as after a restart: the one before has been
     * stopped, and its timers are there.
     */
    public abstract Scheduler open(ManualTime time, Map<String, Consumer<String>> targets);

    @Test
    void aTimerFiresAtItsInstantAndNotBefore() {
        Scheduler scheduler = open();
        scheduler.at(in(10), "a", "late");
        scheduler.at(in(5), "a", "early");
        time.advance(Duration.ofSeconds(5).minusMillis(1));
        scheduler.at(time.now(), "a", "now");
        assertEquals("a:now", fired.next());
        time.advance(Duration.ofMillis(1));
        assertEquals("a:early", fired.next());
        time.advance(Duration.ofSeconds(5));
        assertEquals("a:late", fired.next());
    }

    @Test
    void aTimerInThePastFiresAtOnce() {
        open().at(in(-100), "a", "k");
        assertEquals("a:k", fired.next());
    }

    @Test
    void aTimerFiresOnce() {
        Scheduler scheduler = open();
        scheduler.at(in(1), "a", "k");
        time.advance(Duration.ofSeconds(1));
        assertEquals("a:k", fired.next());
        scheduler.at(in(1), "a", "end");
        time.advance(Duration.ofSeconds(1));
        assertEquals("a:end", fired.next());
    }

    @Test
    void theSameTargetAndKeyAgainMovesTheTimer() {
        Scheduler scheduler = open();
        scheduler.at(in(5), "a", "k");
        scheduler.at(in(20), "a", "k");
        scheduler.at(in(10), "a", "between");
        time.advance(Duration.ofSeconds(10));
        assertEquals("a:between", fired.next());
        time.advance(Duration.ofSeconds(10));
        assertEquals("a:k", fired.next());
        scheduler.at(in(100), "a", "sooner");
        scheduler.at(in(1), "a", "sooner");
        time.advance(Duration.ofSeconds(1));
        assertEquals("a:sooner", fired.next());
    }

    @Test
    void targetsAndKeysAreApart() {
        Scheduler scheduler = open();
        scheduler.at(in(1), "a", "k#ä");
        scheduler.at(in(2), "b", "k#ä");
        scheduler.at(in(3), "a", "k");
        for (String expected : List.of("a:k#ä", "b:k#ä", "a:k")) {
            time.advance(Duration.ofSeconds(1));
            assertEquals(expected, fired.next());
        }
    }

    @Test
    void aCancelledTimerDoesNotFire() {
        Scheduler scheduler = open();
        scheduler.at(in(5), "a", "k");
        scheduler.cancel("a", "k");
        scheduler.cancel("a", "never was");
        scheduler.at(in(6), "a", "end");
        time.advance(Duration.ofSeconds(6));
        assertEquals("a:end", fired.next());
        scheduler.cancel("a", "end");
    }

    @Test
    void aTargetThatFailsIsCalledAgain() {
        AtomicInteger calls = new AtomicInteger();
        Scheduler scheduler = open(time, Map.of("a", key -> {
            fired.tell(key + calls.incrementAndGet());
            if (calls.get() < 3) {
                throw new IllegalStateException("injected");
            }
        }));
        scheduler.at(in(0), "a", "k");
        assertEquals("k1", fired.next());
        String second = nextWhileTimePasses();
        assertEquals("k2", second);
        assertEquals("k3", nextWhileTimePasses());
    }

    @Test
    void aTargetMaySetItsOwnTimerAnew() {
        Scheduler[] scheduler = new Scheduler[1];
        Instant again = in(0);
        AtomicInteger calls = new AtomicInteger();
        scheduler[0] = open(time, Map.of("a", key -> {
            if (calls.incrementAndGet() < 3) {
                scheduler[0].at(again, "a", key);
            }
            fired.tell(key);
        }));
        scheduler[0].at(again, "a", "k");
        assertEquals(List.of("k", "k", "k"), fired.next(3));
    }

    @Test
    void timersSurviveARestart() {
        Scheduler first = open();
        first.at(in(5), "a", "due while away");
        first.at(in(10), "a", "due later");
        Scheduler second = open(new ManualTime(in(6)), targets());
        assertEquals("a:due while away", fired.next());
        second.cancel("a", "due later");
        second.at(in(6), "a", "end");
        assertEquals("a:end", fired.next());
    }

    private Scheduler open() {
        return open(time, targets());
    }

    private Map<String, Consumer<String>> targets() {
        return Map.of("a", key -> fired.tell("a:" + key), "b", key -> fired.tell("b:" + key));
    }

    private Instant in(int seconds) {
        return time.now().plusSeconds(seconds);
    }

    /** A target that failed is called again later; how much later is up to the scheduler, by its clock. */
    private String nextWhileTimePasses() {
        return fired.nextWhile(() -> time.advance(Duration.ofSeconds(1)));
    }
}
