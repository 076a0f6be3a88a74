package dev.metis.port;

import java.time.Instant;

/** The only clock. Instants have millisecond precision. */
@FunctionalInterface
public interface TimeSource {
    Instant now();
}
