package dev.metis.usecase;

import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.port.Orchestrator;
import dev.metis.run.Run;
import tools.jackson.databind.node.ObjectNode;

/**
 * Starts the execution that a run wants, if it has not begun. Named by run, attempt and segment: called any number of
 * times it starts one. Called right after the transaction that set {@code wanted}, and again by the change feed.
 */
public final class StartExecution {
    public static final String STATE_MACHINE = "run";

    private final Orchestrator orchestrator;

    public StartExecution(Orchestrator orchestrator) {
        this.orchestrator = orchestrator;
    }

    /** Starts it, or fails as the orchestrator does. */
    public void start(Run run) {
        if (!due(run)) {
            return;
        }
        ObjectNode input = ItemMapper.object();
        input.put("owner", run.owner().value());
        input.put("runId", run.id().value());
        input.put("attempt", run.wanted().attempt());
        input.put("segment", run.wanted().segment());
        orchestrator.start(STATE_MACHINE, run.wanted().executionName(run.id()), input);
    }

    /** Starts it now if the orchestrator can; when it cannot, the change feed will. */
    public void soon(Run run) {
        try {
            start(run);
        } catch (TransientException e) {
            // The transaction that wants the execution is durable, and the feed repeats this until it has begun.
            return;
        }
    }

    private static boolean due(Run run) {
        boolean begun = run.attempt() > run.wanted().attempt()
                || (run.attempt() == run.wanted().attempt()
                        && run.segment() >= run.wanted().segment());
        return run.open() && run.wanted().attempt() > 0 && !begun;
    }
}
