package dev.metis.usecase;

import dev.metis.approval.ApprovalRequest;
import dev.metis.approval.ApprovalStatus;
import dev.metis.event.ToolOutcome;
import dev.metis.gate.Approvals;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.port.IdSource;
import dev.metis.port.Orchestrator;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import dev.metis.run.Wait;
import dev.metis.tool.CallId;
import dev.metis.tool.CallState;
import dev.metis.tool.FileBefore;
import dev.metis.tool.ToolCall;
import dev.metis.tool.ToolEffect;
import dev.metis.tool.Workspaces;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Asks a person for a call and parks the execution on its token. Entered again (a timeout of the wait, a lost
 * invocation) it answers what was decided meanwhile, ends a request that has expired, or waits on with the new token.
 */
public final class RequestApproval {
    private static final String STEP = "requestApproval";

    private final RunStore runs;
    private final ToolCalls calls;
    private final Approvals approvals;
    private final Workspaces workspaces;
    private final Orchestrator orchestrator;
    private final Duration lifetime;

    public RequestApproval(
            RunStore runs, Workspaces workspaces, Orchestrator orchestrator, IdSource ids, Duration lifetime) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.approvals = new Approvals(calls, ids);
        this.workspaces = workspaces;
        this.orchestrator = orchestrator;
        this.lifetime = lifetime;
    }

    public StepResult request(Step step, CallId id, String token) {
        StepResult result = runs.change(step.owner(), step.runId(), edit -> decide(edit, step, id, token));
        return answerAtOnce(orchestrator, token, result);
    }

    /** Whoever brings a token for what is settled already is answered at once; an invocation that is behind says nothing. */
    static StepResult answerAtOnce(Orchestrator orchestrator, String token, StepResult result) {
        if (!result.equals(StepResult.WAITING) && !result.equals(StepResult.SUPERSEDED)) {
            orchestrator.succeed(token, ItemMapper.toTree(result));
        }
        return result;
    }

    private Decision<StepResult> decide(RunEdit edit, Step step, CallId id, String token) {
        Run run = edit.run();
        Optional<StepResult> refused = TakeTurn.refused(step, run);
        if (refused.isPresent()) {
            return Decision.keep(refused.get());
        }
        ToolCall call = calls.get(run.owner(), run.id(), id);
        if (call.state() == CallState.FINISHED) {
            return Decision.keep(StepResult.FINISHED);
        }
        if (call.clearance() == ToolCall.Clearance.GRANTED || call.clearance() == ToolCall.Clearance.NEEDLESS) {
            return Decision.keep(StepResult.APPROVED);
        }
        if (!ToolCalls.take(edit, id, STEP, step)) {
            return Decision.keep(StepResult.SUPERSEDED);
        }
        Optional<ApprovalRequest> pending = Optional.ofNullable(call.approvalId())
                .map(approval -> calls.approval(run.owner(), run.id(), approval))
                .filter(request -> request.status() == ApprovalStatus.PENDING);
        if (pending.isEmpty()) {
            approvals.ask(edit, call, token, lifetime, fileBefore(run, call));
            return Decision.commit(StepResult.WAITING);
        }
        if (!edit.now().isBefore(pending.get().expiresAt())) {
            expire(approvals, edit, pending.get(), call);
            return Decision.commit(StepResult.FINISHED);
        }
        edit.with(Wait.open(Wait.Kind.APPROVAL, id.value(), token).put(run.owner(), run.id()));
        return Decision.commit(StepResult.WAITING);
    }

    /** Ends a request that nobody decided in time. */
    static void expire(Approvals approvals, RunEdit edit, ApprovalRequest request, ToolCall call) {
        approvals.refuse(
                edit,
                request,
                call,
                ApprovalStatus.EXPIRED,
                new ApprovalRequest.Decided("expired", null, null, edit.now(), null, null),
                ToolOutcome.DENIED,
                "not run: the approval request expired before anybody decided it");
    }

    private @Nullable FileBefore fileBefore(Run run, ToolCall call) {
        if (call.effect() != ToolEffect.WRITE) {
            return null;
        }
        JsonNode path = runs.payloads().load(run.owner(), call.arguments()).path("path");
        return workspaces
                .fileBefore(run.owner(), run.spec().conversationId(), path.asString())
                .orElse(null);
    }
}
