package dev.metis.local.engine.definition;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** When and how often a failed state is tried again. */
public record Retrier(
        List<String> errors,
        Duration interval,
        int maxAttempts,
        double backoffRate,
        Optional<Duration> maxDelay,
        boolean fullJitter) {
    public Retrier {
        errors = List.copyOf(errors);
        if (interval.isNegative() || interval.isZero() || maxAttempts < 0 || backoffRate < 1.0) {
            throw new IllegalArgumentException("not a retry policy");
        }
    }

    /**
     * The wait before retry number {@code attempt} (from 1). With full jitter, {@code fraction} (0 ≤ fraction < 1) picks
     * a point between nothing and the whole delay.
     */
    public Duration delay(int attempt, double fraction) {
        double seconds = interval.toSeconds() * Math.pow(backoffRate, attempt - 1.0);
        double capped = Math.min(seconds, maxDelay.map(Duration::toSeconds).orElse(Long.MAX_VALUE / 1000));
        return Duration.ofMillis(Math.round(capped * 1000 * (fullJitter ? fraction : 1.0)));
    }
}
