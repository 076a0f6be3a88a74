package dev.metis.local.server;

import dev.metis.access.TenantId;
import dev.metis.port.ItemKey;
import dev.metis.port.Table;
import dev.metis.run.RunId;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run with its owner: nothing is watched by a run's id alone. */
record RunKey(TenantId owner, RunId run) {
    private static final Pattern PARTITION = Pattern.compile("O#(ten_[^#]+)#RUN#(run_[^#]+)");

    RunKey {
        Objects.requireNonNull(owner, "owner is null");
        Objects.requireNonNull(run, "run is null");
    }

    /** The run whose event lies under the key; empty for all that is no event. */
    static Optional<RunKey> ofEvent(ItemKey key) {
        if (key.table() != Table.EVENTS) {
            return Optional.empty();
        }
        Matcher parts = PARTITION.matcher(key.pk());
        return parts.matches()
                ? Optional.of(new RunKey(new TenantId(parts.group(1)), new RunId(parts.group(2))))
                : Optional.empty();
    }
}
