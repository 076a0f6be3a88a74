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
import dev.metis.port.Write;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.RunStatus;
import dev.metis.run.RunStore;
import dev.metis.tool.ToolCatalogue;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

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
        take(edit, execution);
        if (!run.cancelRequested()) {
            freeze(edit, execution);
        }
        return Decision.commit(new StepResult.Begun(edit.run().fence()));
    }

    private static void take(RunEdit edit, Execution execution) {
        Run run = edit.run();
        long fence = run.fence() + 1;
        edit.head(fields -> fields.fence(fence)
                .execution(execution.name())
                .attempt(execution.attempt())
                .segment(execution.segment())
                .stateMachineVersion(execution.stateMachineVersion()));
        ObjectNode lease = ItemMapper.object();
        lease.put("execution", execution.name());
        lease.put("attempt", execution.attempt());
        lease.put("fence", fence);
        edit.with(new Write.Put(
                Keys.lease(run.owner(), run.id()),
                lease,
                new Condition.Any(java.util.List.of(
                        new Condition.NotExists(), new Condition.LessThan(java.util.List.of("fence"), fence)))));
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
        edit.with(new Write.Put(
                Keys.context(run.owner(), run.id(), execution.attempt()),
                ItemMapper.attributes(context),
                new Condition.NotExists()));
        edit.with(new Write.Put(
                Keys.manifest(run.owner(), run.id(), execution.attempt()),
                ItemMapper.attributes(manifest),
                new Condition.NotExists()));
        edit.with(attempt(edit, execution));
    }

    private static Write attempt(RunEdit edit, Execution execution) {
        ObjectNode attempt = ItemMapper.object();
        attempt.put("attempt", execution.attempt());
        attempt.put("execution", execution.name());
        attempt.put("fence", edit.run().fence());
        attempt.put("startedAt", ItemMapper.timestamp(edit.now()));
        return new Write.Put(
                Keys.attempt(edit.owner(), edit.run().id(), execution.attempt()), attempt, new Condition.NotExists());
    }
}
