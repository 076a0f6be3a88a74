package dev.metis.run;

import static dev.metis.run.RunStatus.CANCELLED;
import static dev.metis.run.RunStatus.CANCELLING;
import static dev.metis.run.RunStatus.COMPLETED;
import static dev.metis.run.RunStatus.FAILED;
import static dev.metis.run.RunStatus.INTERRUPTED;
import static dev.metis.run.RunStatus.LEASED;
import static dev.metis.run.RunStatus.QUEUED;
import static dev.metis.run.RunStatus.RUNNING;
import static dev.metis.run.RunStatus.WAITING_APPROVAL;
import static dev.metis.run.RunStatus.WAITING_CHILD;
import static dev.metis.run.RunStatus.WAITING_SLOT;
import static dev.metis.run.RunStatus.WAITING_USER;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * THE transition table of a run. Every status change of the program passes {@link #require}; the diagram in the docs is
 * generated from {@link #table}.
 */
public final class RunLifecycle {
    private static final Map<RunStatus, Set<RunStatus>> TABLE = table0();

    private RunLifecycle() {}

    /** Every legal transition: from each status, where it may go. Terminal statuses go nowhere. */
    public static Map<RunStatus, Set<RunStatus>> table() {
        return TABLE;
    }

    public static boolean allows(RunStatus from, RunStatus to) {
        return TABLE.getOrDefault(from, Set.of()).contains(to);
    }

    /** Rejects a transition that the table lacks: a fault of the program, never of a caller. */
    public static void require(RunStatus from, RunStatus to) {
        if (!allows(from, to)) {
            throw new IllegalStateException("a run may not go from " + from.wire() + " to " + to.wire());
        }
    }

    private static Map<RunStatus, Set<RunStatus>> table0() {
        Map<RunStatus, Set<RunStatus>> table = new EnumMap<>(RunStatus.class);
        // A queued run that is cancelled or found hopeless ends without ever being leased.
        table.put(QUEUED, EnumSet.of(LEASED, CANCELLING, CANCELLED, FAILED, INTERRUPTED));
        // Leased again: a later attempt takes over from one that never got to run.
        table.put(LEASED, EnumSet.of(LEASED, RUNNING, CANCELLING, FAILED, CANCELLED, INTERRUPTED));
        table.put(
                RUNNING,
                EnumSet.of(
                        LEASED,
                        WAITING_APPROVAL,
                        WAITING_USER,
                        WAITING_CHILD,
                        WAITING_SLOT,
                        CANCELLING,
                        COMPLETED,
                        FAILED,
                        CANCELLED,
                        INTERRUPTED));
        for (RunStatus waiting : EnumSet.of(WAITING_APPROVAL, WAITING_USER, WAITING_CHILD, WAITING_SLOT)) {
            EnumSet<RunStatus> next = EnumSet.of(RUNNING, LEASED, CANCELLING, FAILED, CANCELLED, INTERRUPTED);
            next.addAll(EnumSet.of(WAITING_APPROVAL, WAITING_USER, WAITING_CHILD, WAITING_SLOT));
            next.remove(waiting);
            table.put(waiting, Set.copyOf(next));
        }
        table.put(CANCELLING, EnumSet.of(CANCELLED));
        for (RunStatus status : RunStatus.values()) {
            table.merge(status, Set.of(), (old, none) -> Set.copyOf(old));
        }
        return Map.copyOf(table);
    }
}
