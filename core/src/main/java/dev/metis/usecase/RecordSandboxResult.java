package dev.metis.usecase;

import dev.metis.artifact.Artifact;
import dev.metis.artifact.ArtifactId;
import dev.metis.artifact.Payloads;
import dev.metis.event.ArtifactEvent.ArtifactCreated;
import dev.metis.event.ToolOutcome;
import dev.metis.gate.ToolCalls;
import dev.metis.port.IdSource;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunStore;
import dev.metis.run.Wait;
import dev.metis.tool.CallId;
import dev.metis.tool.CallState;
import dev.metis.tool.ToolCall;
import dev.metis.tool.Workspaces;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Takes the outcome of a call from the sandbox that holds it, once: receipt, workspace version, artifact, the settled
 * wait and the event in one transaction. Whatever else arrives becomes an audit item and changes nothing.
 */
public final class RecordSandboxResult {
    private final RunStore runs;
    private final ToolCalls calls;
    private final Workspaces workspaces;
    private final WakeWait wake;
    private final Audit audit;
    private final IdSource ids;

    public RecordSandboxResult(RunStore runs, Workspaces workspaces, WakeWait wake, Audit audit, IdSource ids) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.workspaces = workspaces;
        this.wake = wake;
        this.audit = audit;
        this.ids = ids;
    }

    /** What the executor says of a call. {@code notRun} names why nothing was done at all. */
    public record Report(
            CallId callId,
            String nonce,
            ToolOutcome outcome,
            @Nullable String notRun,
            String text,
            Duration duration,
            @Nullable Produced artifact,
            @Nullable Version workspace) {}

    /** Bytes that the sandbox stored and that belong to the result. */
    public record Produced(String sha256, long bytes, String name, String mediaType) {}

    /** The workspace version that the call left behind, and the one before it. */
    public record Version(String version, @Nullable String base) {}

    /** Answers whether the report is what the call's receipt says (also when it comes again). */
    public boolean record(SandboxWork.Sandbox sandbox, Report report) {
        boolean accepted = runs.change(sandbox.owner(), sandbox.runId(), edit -> decide(edit, sandbox, report));
        if (accepted) {
            wake.soon(
                    sandbox.owner(),
                    sandbox.runId(),
                    Wait.Kind.SANDBOX,
                    report.callId().value());
        } else {
            audit.record(
                    sandbox.owner(),
                    sandbox.runId(),
                    "late_result",
                    report.callId().value() + " " + report.outcome() + ": " + report.text());
        }
        return accepted;
    }

    private Decision<Boolean> decide(RunEdit edit, SandboxWork.Sandbox sandbox, Report report) {
        Run run = edit.run();
        ToolCall call = calls.get(run.owner(), run.id(), report.callId());
        if (!SandboxWork.holds(sandbox, call, report.nonce())) {
            return Decision.keep(false);
        }
        if (call.state() == CallState.FINISHED) {
            return Decision.keep(true);
        }
        if (!run.open() || run.sandboxGeneration() != sandbox.generation() || call.state() != CallState.STARTED) {
            return Decision.keep(false);
        }
        if ("approval_stale".equals(report.notRun())) {
            askAnew(edit, call);
        } else {
            finish(edit, call, report);
        }
        edit.settle();
        return Decision.commit(true);
    }

    /** The file is not what was approved: nothing ran, and a person is asked again. */
    private void askAnew(RunEdit edit, ToolCall call) {
        edit.with(ToolCalls.put(edit.run(), call.state(CallState.PROPOSED).clearance(ToolCall.Clearance.NONE)));
        edit.working(-1);
        calls.settle(edit, call.id(), Wait.Kind.SANDBOX, StepResult.ASK);
    }

    private void finish(RunEdit edit, ToolCall call, Report report) {
        Run run = edit.run();
        ArtifactId artifactId = artifact(edit, report.artifact());
        Version version = report.workspace();
        if (version != null) {
            workspaces
                    .publish(
                            run.owner(),
                            run.spec().conversationId(),
                            call.id(),
                            version.version(),
                            // The live directory is what the version was made of; its parent is the one that was
                            // current.
                            workspaces.current(run.owner(), run.spec().conversationId()))
                    .forEach(edit::with);
        }
        calls.settle(edit, call.id(), Wait.Kind.SANDBOX, StepResult.FINISHED);
        ToolCalls.finish(
                edit,
                call,
                new ToolCalls.Result(
                        report.outcome(),
                        report.text(),
                        artifactId,
                        report.duration(),
                        version == null ? null : version.version()));
    }

    private @Nullable ArtifactId artifact(RunEdit edit, @Nullable Produced produced) {
        if (produced == null) {
            return null;
        }
        Artifact artifact = new Artifact(
                new ArtifactId(ArtifactId.PREFIX + ids.ulid()),
                edit.run().id(),
                produced.name(),
                produced.mediaType(),
                produced.bytes(),
                produced.sha256(),
                edit.now());
        Payloads.writes(edit.owner(), artifact, edit::with);
        edit.turnEvent(new ArtifactCreated(
                artifact.id(), artifact.name(), artifact.mediaType(), artifact.bytes(), artifact.sha256()));
        return artifact.id();
    }
}
