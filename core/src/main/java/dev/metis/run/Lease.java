package dev.metis.run;

import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.Write;
import java.util.List;
import java.util.Objects;

/**
 * The right to write for one attempt, held by its execution. The fence only grows: every write of a step names it, so
 * whoever held an older one writes nothing any more. Held while the run is open; released with its terminal event.
 */
public record Lease(String execution, int attempt, long fence) {
    public Lease {
        Objects.requireNonNull(execution, "execution is null");
        if (attempt < 1 || fence < 1) {
            throw new IllegalArgumentException("attempt and fence start at 1");
        }
    }

    /** Takes it from nobody, or from a holder with an older fence. */
    Write take(Run run) {
        return new Write.Put(
                Keys.lease(run.owner(), run.id()),
                ItemMapper.attributes(this),
                new Condition.Any(List.of(new Condition.NotExists(), new Condition.LessThan(List.of("fence"), fence))));
    }

    /** Gives it back with the end of the run. */
    static Write release(Run run) {
        return new Write.Delete(Keys.lease(run.owner(), run.id()), new Condition.Always());
    }
}
