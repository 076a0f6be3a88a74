package dev.metis.testkit.time;

import dev.metis.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** A clock that stands still until a test moves it. Safe for use by many threads. */
public final class ManualTime implements TimeSource {
    /** Where a clock stands at first. */
    public static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private Instant now;

    public ManualTime() {
        this(START);
    }

    public ManualTime(Instant start) {
        this.now = start.truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    /** Moves the clock forward, then tells the listeners. */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration is negative: " + duration);
        }
        set(now().plus(duration));
    }

    /** Moves the clock anywhere, also back as a corrected system clock does, then tells the listeners. */
    public void set(Instant instant) {
        synchronized (this) {
            now = instant.truncatedTo(ChronoUnit.MILLIS);
        }
        listeners.forEach(Runnable::run);
    }

    /** Runs the action after each move, on the mover's thread; for what waits on this clock. */
    public void onMove(Runnable action) {
        listeners.add(Objects.requireNonNull(action, "action is null"));
    }
}
