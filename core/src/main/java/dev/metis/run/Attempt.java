package dev.metis.run;

import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.Write;
import java.time.Instant;
import java.util.Objects;

/** One try at a run, numbered from 1, as it began; never changed. */
public record Attempt(
        int number,
        String execution,
        long fence,
        String stateMachineVersion,
        String manifestHash,
        String contextHash,
        Instant startedAt) {
    public Attempt {
        Objects.requireNonNull(execution, "execution is null");
        Objects.requireNonNull(stateMachineVersion, "stateMachineVersion is null");
        Objects.requireNonNull(startedAt, "startedAt is null");
        if (number < 1) {
            throw new IllegalArgumentException("number is " + number + "; attempts start at 1");
        }
    }

    /** Stores it, once. */
    public Write put(Run run) {
        return new Write.Put(
                Keys.attempt(run.owner(), run.id(), number), ItemMapper.attributes(this), new Condition.NotExists());
    }
}
