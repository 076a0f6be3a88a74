package dev.metis.usecase;

import dev.metis.error.MetisException;
import dev.metis.event.ToolOutcome;
import dev.metis.gate.ToolCalls;
import dev.metis.gate.ToolGate;
import dev.metis.port.IdSource;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import dev.metis.tool.CallId;
import dev.metis.tool.CallState;
import dev.metis.tool.InlineCall;
import dev.metis.tool.InlineResult;
import dev.metis.tool.InlineTool;
import dev.metis.tool.ToolCall;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Runs a short tool inside the step: through the gate, started and finished each in one transaction. */
public final class ExecuteToolCall {
    private static final String STEP = "executeToolCall";

    private final RunStore runs;
    private final ToolCalls calls;
    private final ToolGate gate;
    private final Reviews reviews;
    private final Function<String, Optional<InlineTool>> inlineTools;

    public ExecuteToolCall(RunStore runs, IdSource ids, Function<String, Optional<InlineTool>> inlineTools) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.gate = new ToolGate(runs.items());
        this.reviews = new Reviews(ids);
        this.inlineTools = inlineTools;
    }

    private sealed interface Begin {
        record Go(ToolCall call, long epoch) implements Begin {}

        record Not(StepResult result) implements Begin {}
    }

    public StepResult execute(Step step, CallId id) {
        return switch (runs.change(step.owner(), step.runId(), edit -> begin(edit, step, id))) {
            case Begin.Not(StepResult result) -> result;
            case Begin.Go(ToolCall call, long epoch) -> run(step, call, epoch);
        };
    }

    private Decision<Begin> begin(RunEdit edit, Step step, CallId id) {
        Run run = edit.run();
        Optional<StepResult> refused = TakeTurn.refused(step, run);
        if (refused.isPresent()) {
            return Decision.keep(new Begin.Not(refused.get()));
        }
        ToolCall call = calls.get(run.owner(), run.id(), id);
        return switch (gate.check(run, call)) {
            case ToolGate.Verdict.Finished() -> Decision.keep(new Begin.Not(StepResult.FINISHED));
            case ToolGate.Verdict.InReview() -> Decision.keep(new Begin.Not(StepResult.REVIEW));
            case ToolGate.Verdict.Ask() -> Decision.keep(new Begin.Not(StepResult.ASK));
            case ToolGate.Verdict.Refuse(String reason) -> {
                ToolCalls.finish(edit, call, ToolCalls.Result.of(ToolOutcome.DENIED, reason));
                yield Decision.commit(new Begin.Not(StepResult.FINISHED));
            }
            case ToolGate.Verdict.Pass() -> start(edit, step, call, false);
            case ToolGate.Verdict.Unknown() -> {
                if (call.idempotent()) {
                    yield start(edit, step, call, true);
                }
                if (!ToolCalls.take(edit, id, STEP, step)) {
                    yield Decision.keep(new Begin.Not(StepResult.SUPERSEDED));
                }
                reviews.open(edit, call);
                yield Decision.commit(new Begin.Not(StepResult.REVIEW));
            }
        };
    }

    private Decision<Begin> start(RunEdit edit, Step step, ToolCall call, boolean again) {
        if (!ToolCalls.take(edit, call.id(), STEP, step)) {
            return Decision.keep(new Begin.Not(StepResult.SUPERSEDED));
        }
        if (again) {
            edit.working(-1);
        }
        calls.start(edit, call, null);
        return Decision.commit(new Begin.Go(
                call.started(edit.now(), null), edit.run().callEpoch(call.id().value())));
    }

    private StepResult run(Step step, ToolCall call, long epoch) {
        Instant began = runs.now();
        InlineResult result = inlineTools
                .apply(call.tool())
                .map(tool -> run(step, call, tool))
                .orElseGet(() -> InlineResult.error("this installation cannot run " + call.tool()));
        Duration took = Duration.between(began, runs.now());
        return runs.change(step.owner(), step.runId(), edit -> {
            Run run = edit.run();
            Optional<StepResult> refused = TakeTurn.refused(step, run);
            if (refused.isPresent() || run.callEpoch(call.id().value()) != epoch) {
                return Decision.keep(refused.orElse(StepResult.SUPERSEDED));
            }
            result.facts().forEach(edit::turnEvent);
            ToolOutcome outcome = result.error() ? ToolOutcome.ERROR : ToolOutcome.OK;
            ToolCalls.finish(
                    edit,
                    call.state(CallState.STARTED),
                    new ToolCalls.Result(outcome, result.text(), null, took, null));
            edit.settle();
            return Decision.commit(StepResult.FINISHED);
        });
    }

    private InlineResult run(Step step, ToolCall call, InlineTool tool) {
        try {
            return tool.run(
                    new InlineCall(step.runId(), call.id(), runs.payloads().load(step.owner(), call.arguments())));
        } catch (MetisException e) {
            return InlineResult.error("the tool failed: " + e.getMessage());
        }
    }
}
