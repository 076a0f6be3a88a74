package dev.metis.local.config;

import dev.metis.port.TimeSource;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The clock of this machine, in milliseconds. */
final class SystemTime implements TimeSource {
    private final InstantSource clock = InstantSource.system();

    @Override
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
