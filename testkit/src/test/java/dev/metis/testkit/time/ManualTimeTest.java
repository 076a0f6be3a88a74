package dev.metis.testkit.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualTimeTest {
    private final ManualTime time = new ManualTime();

    @Test
    void itStandsStillUntilItIsMoved() {
        assertEquals(ManualTime.START, time.now());
        time.advance(Duration.ofMillis(1_500));
        assertEquals(ManualTime.START.plusMillis(1_500), time.now());
        time.set(Instant.EPOCH);
        assertEquals(Instant.EPOCH, time.now());
        assertThrows(IllegalArgumentException.class, () -> time.advance(Duration.ofMillis(-1)));
    }

    @Test
    void itHasMilliseconds() {
        time.set(Instant.parse("2026-01-01T00:00:00.123456789Z"));
        assertEquals(Instant.parse("2026-01-01T00:00:00.123Z"), time.now());
    }

    @Test
    void listenersHearOfEachMoveAfterIt() {
        List<Instant> heard = new ArrayList<>();
        time.onMove(() -> heard.add(time.now()));
        time.advance(Duration.ofSeconds(1));
        time.set(Instant.EPOCH);
        assertEquals(List.of(ManualTime.START.plusSeconds(1), Instant.EPOCH), heard);
    }
}
