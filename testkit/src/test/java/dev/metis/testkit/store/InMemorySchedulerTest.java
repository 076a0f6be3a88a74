package dev.metis.testkit.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.metis.port.Scheduler;
import dev.metis.testkit.time.ManualTime;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class InMemorySchedulerTest extends SchedulerContract {
    private Optional<InMemoryScheduler> open = Optional.empty();

    @Override
    public Scheduler open(ManualTime time, Map<String, Consumer<String>> targets) {
        InMemoryScheduler scheduler =
                open.map(before -> before.restarted(time)).orElseGet(() -> new InMemoryScheduler(time));
        targets.forEach(scheduler::register);
        open = Optional.of(scheduler);
        return scheduler;
    }

    @Test
    void aTimerThatWaitsCanBeLookedAt() {
        ManualTime time = new ManualTime();
        InMemoryScheduler scheduler = new InMemoryScheduler(time);
        Instant later = time.now().plusSeconds(5);
        scheduler.at(later, "a", "k");
        assertEquals(Optional.of(later), scheduler.pending("a", "k"));
        scheduler.cancel("a", "k");
        assertEquals(Optional.empty(), scheduler.pending("a", "k"));
    }
}
