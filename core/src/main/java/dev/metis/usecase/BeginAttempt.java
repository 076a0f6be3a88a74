package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.capability.CapabilityManifest;
import dev.metis.capability.Mode;
import dev.metis.capability.Profile;
import dev.metis.context.ContextSnapshot;
import dev.metis.event.LifecycleEvent.AttemptStarted;
import dev.metis.event.LifecycleEvent.RunStarted;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.ItemKey;
import dev.metis.port.Write;
import dev.metis.run.Attempt;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.RunStatus;
import dev.metis.run.RunStore;
import dev.metis.tool.ToolCatalogue;
import java.util.Objects;

/**
 * Gives an execution the lease of the attempt that the run wants: raises the fence, freezes context and manifest, moves
 * the run to running. Called again by the same execution it answers the same.
 */
public final class BeginAttempt {
    private static final int MAX_OUTPUT_TOKENS = 8_192;

    private final RunStore runs;
    private final ToolCatalogue tools;

    public BeginAttempt(RunStore runs, ToolCatalogue tools) {
        this.runs = runs;
        this.tools = tools;
    }

    public StepResult begin(TenantId owner, RunId id, Execution execution) {
        return runs.change(owner, id, edit -> decide(edit, execution));
    }

    /** The execution that asks: which attempt and segment it is for, and the definition it runs. */
    public record Execution(String name, int attempt, int segment, String stateMachineVersion) {}

    private Decision<StepResult> decide(RunEdit edit, Execution execution) {
        Run run = edit.run();
        if (!run.open()) {
            return Decision.keep(StepResult.CLOSED);
        }
        if (!run.wanted().equals(new Run.Wanted(execution.attempt(), execution.segment()))) {
            return Decision.keep(StepResult.SUPERSEDED);
        }
        if (Objects.equals(run.execution(), execution.name())) {
            return Decision.keep(new StepResult.Begun(run.fence()));
        }
        edit.lease(execution.name(), execution.attempt(), execution.segment())
                .head(fields -> fields.stateMachineVersion(execution.stateMachineVersion()));
        if (!run.cancelRequested()) {
            freeze(edit, execution);
        }
        return Decision.commit(new StepResult.Begun(edit.run().fence()));
    }

    private void freeze(RunEdit edit, Execution execution) {
        Run run = edit.run();
        Run.Spec spec = run.spec();
        Profile profile = Profile.find(spec.profile()).orElse(Profile.DEVELOPER);
        Mode mode = Mode.ofWire(spec.mode()).orElse(Mode.READ_ONLY);
        CapabilityManifest manifest = CapabilityManifest.compile(profile, mode, tools);
        ContextSnapshot context = new ContextSnapshot(
                profile.instructions(), spec.provider(), spec.model(), spec.ticket(), MAX_OUTPUT_TOKENS);
        edit.transition(RunStatus.LEASED);
        if (run.startedAt() == null) {
            edit.event(new RunStarted(manifest.hash(), context.hash(), execution.stateMachineVersion()));
            edit.head(fields -> fields.startedAt(edit.now()));
        }
        edit.event(new AttemptStarted(execution.attempt(), execution.attempt() == 1 ? "first" : "recovery"));
        edit.transition(RunStatus.RUNNING);
        keep(edit, Keys.context(run.owner(), run.id(), execution.attempt()), context);
        keep(edit, Keys.manifest(run.owner(), run.id(), execution.attempt()), manifest);
        edit.with(new Attempt(
                        execution.attempt(),
                        execution.name(),
                        edit.run().fence(),
                        execution.stateMachineVersion(),
                        manifest.hash(),
                        context.hash(),
                        edit.now())
                .put(run));
    }

    private static void keep(RunEdit edit, ItemKey key, Record frozen) {
        edit.with(new Write.Put(key, ItemMapper.attributes(frozen), new Condition.NotExists()));
    }
}
