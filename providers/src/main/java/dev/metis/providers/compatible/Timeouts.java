package dev.metis.providers.compatible;

import java.time.Duration;

/**
 * How long to wait: for a connection, for the head of an answer, between two pieces of it, for a whole answer, and for a
 * list of models.
 */
public record Timeouts(Duration connect, Duration head, Duration idle, Duration whole, Duration listing) {
    public static final Timeouts DEFAULT = new Timeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(120),
            Duration.ofSeconds(120),
            Duration.ofMinutes(14),
            Duration.ofSeconds(3));

    public Timeouts {
        for (Duration duration : new Duration[] {connect, head, idle, whole, listing}) {
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException("a timeout is " + duration + "; it must be positive");
            }
        }
    }
}
