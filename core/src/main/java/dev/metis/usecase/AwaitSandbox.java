package dev.metis.usecase;

import dev.metis.event.ToolOutcome;
import dev.metis.gate.ToolCalls;
import dev.metis.gate.ToolGate;
import dev.metis.port.IdSource;
import dev.metis.port.Orchestrator;
import dev.metis.port.SandboxLauncher.LaunchResult;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import dev.metis.run.Wait;
import dev.metis.tool.CallId;
import dev.metis.tool.CallState;
import dev.metis.tool.ToolCall;
import java.util.Optional;

/**
 * Offers a call to the run's sandbox, which fetches it itself, and parks the execution until the result. Entered again
 * after a call was started, the sandbox is taken for lost: it is stopped first, then a call that may repeat is offered to
 * a new one, and any other goes to review.
 */
public final class AwaitSandbox {
    private static final String STEP = "awaitSandbox";

    private final RunStore runs;
    private final ToolCalls calls;
    private final ToolGate gate;
    private final Reviews reviews;
    private final Sandboxes sandboxes;
    private final Orchestrator orchestrator;

    public AwaitSandbox(RunStore runs, Sandboxes sandboxes, Orchestrator orchestrator, IdSource ids) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.gate = new ToolGate(runs.items());
        this.reviews = new Reviews(ids);
        this.sandboxes = sandboxes;
        this.orchestrator = orchestrator;
    }

    private record Offer(StepResult result, Optional<Sandboxes.Wanted> launch) {}

    public StepResult await(Step step, CallId id, String token) {
        retireIfUnknown(step, id);
        Offer offer = runs.change(step.owner(), step.runId(), edit -> decide(edit, step, id, token));
        StepResult result = offer.launch()
                .map(wanted -> launch(step, id, wanted, offer.result()))
                .orElse(offer.result());
        return RequestApproval.answerAtOnce(orchestrator, token, result);
    }

    /** Nothing of an earlier sandbox may still run when its started call is judged. */
    private void retireIfUnknown(Step step, CallId id) {
        runs.find(step.owner(), step.runId())
                .filter(run -> step.standing(run) == Step.Standing.GOOD)
                .filter(run -> calls.get(run.owner(), run.id(), id).state() == CallState.STARTED)
                .ifPresent(sandboxes::retire);
    }

    private Decision<Offer> decide(RunEdit edit, Step step, CallId id, String token) {
        Run run = edit.run();
        Optional<StepResult> refused = TakeTurn.refused(step, run);
        if (refused.isPresent()) {
            return keep(refused.get());
        }
        ToolCall call = calls.get(run.owner(), run.id(), id);
        ToolGate.Verdict verdict = gate.check(run, call);
        return switch (verdict) {
            case ToolGate.Verdict.Finished() -> keep(StepResult.FINISHED);
            case ToolGate.Verdict.InReview() -> keep(StepResult.REVIEW);
            case ToolGate.Verdict.Ask() -> keep(StepResult.ASK);
            case ToolGate.Verdict.Refuse(String reason) -> refuse(edit, call, ToolOutcome.DENIED, reason);
            case ToolGate.Verdict.Pass() -> offer(edit, step, call, token);
            case ToolGate.Verdict.Unknown() -> unknown(edit, step, call, token);
        };
    }

    private Decision<Offer> offer(RunEdit edit, Step step, ToolCall call, String token) {
        if (edit.run().sandboxGeneration() >= Sandboxes.MAX_GENERATIONS) {
            return refuse(edit, call, ToolOutcome.ERROR, "not run: the run's sandboxes were lost again and again");
        }
        if (!ToolCalls.take(edit, call.id(), STEP, step)) {
            return keep(StepResult.SUPERSEDED);
        }
        Optional<Sandboxes.Wanted> wanted = sandboxes.ensure(edit);
        edit.with(ToolCalls.put(edit.run(), call.state(CallState.WAITING)));
        edit.with(Wait.open(Wait.Kind.SANDBOX, call.id().value(), token)
                .put(edit.owner(), edit.run().id()));
        return Decision.commit(new Offer(StepResult.WAITING, wanted));
    }

    private Decision<Offer> unknown(RunEdit edit, Step step, ToolCall call, String token) {
        Sandboxes.markEnded(edit);
        if (call.idempotent()) {
            edit.working(-1);
            return offerAnew(edit, step, call, token);
        }
        if (!ToolCalls.take(edit, call.id(), STEP, step)) {
            return keep(StepResult.SUPERSEDED);
        }
        reviews.open(edit, call);
        return Decision.commit(new Offer(StepResult.REVIEW, Optional.empty()));
    }

    /** The old generation is ended in this same transaction, so the new one is made without asking the store. */
    private Decision<Offer> offerAnew(RunEdit edit, Step step, ToolCall call, String token) {
        if (!ToolCalls.take(edit, call.id(), STEP, step)) {
            return keep(StepResult.SUPERSEDED);
        }
        edit.with(ToolCalls.put(edit.run(), call.state(CallState.WAITING).clearance(ToolCall.Clearance.GRANTED)));
        edit.with(Wait.open(Wait.Kind.SANDBOX, call.id().value(), token)
                .put(edit.owner(), edit.run().id()));
        return Decision.commit(new Offer(StepResult.WAITING, Optional.of(sandboxes.renew(edit))));
    }

    private static Decision<Offer> refuse(RunEdit edit, ToolCall call, ToolOutcome outcome, String reason) {
        ToolCalls.finish(edit, call, ToolCalls.Result.of(outcome, reason));
        edit.settle();
        return Decision.commit(new Offer(StepResult.FINISHED, Optional.empty()));
    }

    private static Decision<Offer> keep(StepResult result) {
        return Decision.keep(new Offer(result, Optional.empty()));
    }

    private StepResult launch(Step step, CallId id, Sandboxes.Wanted wanted, StepResult waiting) {
        return switch (sandboxes.launch(wanted)) {
            case LaunchResult.Launched launched -> waiting;
            case LaunchResult.Unavailable(String reason, String remedy) -> {
                String text = "sandbox_unavailable: " + reason + ". " + remedy;
                StepResult result =
                        runs.change(step.owner(), step.runId(), edit -> unavailable(edit, step, id, text, waiting));
                // Calls beside this one wait for the same sandbox; each learns it for itself.
                sandboxes.ended(wanted.key());
                yield result;
            }
        };
    }

    private Decision<StepResult> unavailable(RunEdit edit, Step step, CallId id, String text, StepResult waiting) {
        ToolCall call = calls.get(step.owner(), step.runId(), id);
        if (TakeTurn.refused(step, edit.run()).isPresent() || call.state() != CallState.WAITING) {
            return Decision.keep(waiting);
        }
        calls.settle(edit, id, Wait.Kind.SANDBOX, StepResult.FINISHED);
        ToolCalls.finish(edit, call, ToolCalls.Result.of(ToolOutcome.ERROR, text));
        edit.settle();
        return Decision.commit(StepResult.FINISHED);
    }
}
