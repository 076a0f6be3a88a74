package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.error.ErrorCode;
import dev.metis.event.LifecycleEvent.RunError;
import dev.metis.run.Run;
import dev.metis.run.RunId;
import dev.metis.run.RunStore;

/** Ends a run whose execution is over without having ended it: nothing else would ever move it again. */
public final class ExecutionEnded {
    private final RunStore runs;
    private final FinishRun finishRun;

    public ExecutionEnded(RunStore runs, FinishRun finishRun) {
        this.runs = runs;
        this.finishRun = finishRun;
    }

    /** The execution is over, however; {@code error} and {@code cause} are the orchestrator's words. */
    public void ended(TenantId owner, RunId id, String executionName, String error, String cause) {
        runs.find(owner, id)
                .filter(Run::open)
                .filter(run -> run.wanted().executionName(id).equals(executionName))
                .ifPresent(run -> finishRun.force(
                        owner,
                        id,
                        new FinishRun.Ending.Failed(new RunError(
                                ErrorCode.INTERNAL.wire(),
                                "the run's execution ended with " + error + ": " + cause,
                                true))));
    }
}
