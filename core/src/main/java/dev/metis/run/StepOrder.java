package dev.metis.run;

import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/**
 * When, in the state machine's own order, an invocation of a step was made: attempt, segment, time its state was entered,
 * retry count. A later invocation has a greater order, so a delayed one can be told from its own retry.
 */
public record StepOrder(int attempt, int segment, Instant enteredAt, int retries) implements Comparable<StepOrder> {
    private static final Comparator<StepOrder> ORDER = Comparator.comparingInt(StepOrder::attempt)
            .thenComparingInt(StepOrder::segment)
            .thenComparing(StepOrder::enteredAt)
            .thenComparingInt(StepOrder::retries);

    public StepOrder {
        Objects.requireNonNull(enteredAt, "enteredAt is null");
        if (attempt < 1 || segment < 1 || retries < 0) {
            throw new IllegalArgumentException("attempt and segment start at 1, retries at 0");
        }
    }

    @Override
    public int compareTo(StepOrder other) {
        return ORDER.compare(this, other);
    }
}
