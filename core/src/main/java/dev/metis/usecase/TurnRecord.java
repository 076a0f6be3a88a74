package dev.metis.usecase;

import dev.metis.capability.CapabilityManifest;
import dev.metis.error.ErrorCode;
import dev.metis.event.LifecycleEvent.RunError;
import dev.metis.event.ToolEvent.ToolProposed;
import dev.metis.event.TurnEvent.MessageCompleted;
import dev.metis.event.UsageEvent.UsageReported;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.json.CanonicalJson;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.Write;
import dev.metis.provider.FinishReason;
import dev.metis.provider.ProviderEvent.CallCompleted;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import dev.metis.run.Turn;
import dev.metis.run.Turn.TurnPart;
import dev.metis.tool.CallDecision;
import dev.metis.tool.CallId;
import dev.metis.tool.CallState;
import dev.metis.tool.ToolCall;
import dev.metis.tool.ToolDefinition;
import dev.metis.tool.ToolEffect;
import dev.metis.tool.ToolExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * Stores a finished turn: the turn item, each proposed call with what was decided on it, and the events, in one
 * transaction. A call that is not allowed at all gets its receipt here and never reaches the gate.
 */
final class TurnRecord {
    private static final int MAX_CALLS = CallJudge.MAX_CALLS;

    private static final int MAX_PROPOSED = 28;
    private static final int MAX_LENGTH_STOPS = 3;

    private final RunStore runs;
    private final ToolCalls calls;
    private final ToolCheck check;
    private final IdSource ids;
    private final Duration approvalLifetime;

    TurnRecord(RunStore runs, ToolCheck check, IdSource ids, Duration approvalLifetime) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.check = check;
        this.ids = ids;
        this.approvalLifetime = approvalLifetime;
    }

    StepResult store(
            Step step,
            Run before,
            CapabilityManifest manifest,
            List<ToolDefinition> offered,
            TurnStream.Outcome.Whole whole,
            int lengthStops) {
        boolean cut = whole.reason() == FinishReason.LENGTH && !whole.calls().isEmpty();
        if (cut && lengthStops + 1 >= MAX_LENGTH_STOPS) {
            return failed(
                    ErrorCode.OUTPUT_TRUNCATED,
                    "the output limit cut the model's tool calls " + MAX_LENGTH_STOPS + " times in a row");
        }
        if (whole.calls().size() > MAX_PROPOSED) {
            return failed(
                    ErrorCode.TOO_MANY_TOOL_CALLS,
                    "the model asked for " + whole.calls().size() + " tool calls in one turn; at most " + MAX_CALLS
                            + " can run");
        }
        CallJudge judge = new CallJudge(manifest, offered, check, cut);
        return runs.change(step.owner(), step.runId(), edit -> {
            Optional<StepResult> refused = TakeTurn.refused(step, edit.run());
            if (refused.isPresent()
                    || edit.run().turn().epoch() != before.turn().epoch()) {
                return Decision.keep(refused.orElse(StepResult.SUPERSEDED));
            }
            return Decision.commit(write(edit, whole, judge));
        });
    }

    /** The answer that the stored turn had, for a step that did not hear it. */
    StepResult stored(Run run, int turn) {
        List<ToolCall> ofTurn = calls.unfinished(run.owner(), run.id()).stream()
                .filter(call -> call.turn() == turn)
                .toList();
        boolean answered = runs.items()
                .get(Keys.turn(run.owner(), run.id(), turn))
                .map(item -> ItemMapper.fromTree(item.attributes(), Turn.class))
                .map(t -> t.parts().stream().noneMatch(p -> p.callId() != null))
                .orElse(false);
        return answered ? StepResult.ANSWERED : tools(turn, ofTurn);
    }

    static Run.Usage plus(Run.Usage a, Run.Usage b) {
        return new Run.Usage(
                a.inputTokens() + b.inputTokens(),
                a.outputTokens() + b.outputTokens(),
                a.cachedInputTokens() + b.cachedInputTokens(),
                a.reasoningTokens() + b.reasoningTokens(),
                a.costUsd());
    }

    private StepResult write(RunEdit edit, TurnStream.Outcome.Whole whole, CallJudge judge) {
        Run run = edit.run();
        int number = run.turn().begun();
        List<TurnPart> parts = said(edit, run, whole);
        List<Judged> judged = new ArrayList<>();
        for (CallCompleted call : whole.calls()) {
            judged.add(propose(edit, number, judged.size(), judge.judge(call, judged.size())));
        }
        judged.forEach(one -> parts.add(called(one.call())));
        put(edit, number, parts, whole);
        if (whole.calls().isEmpty()) {
            edit.turnEvent(new MessageCompleted(run.spec().answerId(), text(whole)));
        }
        report(edit, whole.usage());
        judged.forEach(one -> announce(edit, one));
        if (whole.calls().isEmpty()) {
            return StepResult.ANSWERED;
        }
        return tools(
                number,
                judged.stream()
                        .filter(j -> j.refusal().isEmpty())
                        .map(Judged::call)
                        .toList());
    }

    private static void put(RunEdit edit, int number, List<TurnPart> parts, TurnStream.Outcome.Whole whole) {
        Run run = edit.run();
        String reason = whole.reason().name().toLowerCase(Locale.ROOT);
        Turn turn = new Turn(number, run.attempt(), parts, reason, whole.usage(), edit.now());
        edit.with(new Write.Put(
                Keys.turn(run.owner(), run.id(), number), ItemMapper.attributes(turn), new Condition.NotExists()));
        Run.TurnMark mark = run.turn();
        edit.head(fields -> fields.turn(new Run.TurnMark(number, number, mark.epoch(), mark.order(), 0))
                .usage(plus(run.usage(), whole.usage()))
                .finishReason(reason));
    }

    private static TurnPart called(ToolCall call) {
        return new TurnPart(TurnPart.CALL, null, null, call.id().value(), call.tool(), call.arguments());
    }

    private static void report(RunEdit edit, Run.Usage usage) {
        edit.turnEvent(new UsageReported(
                usage.inputTokens(),
                usage.outputTokens(),
                usage.cachedInputTokens(),
                usage.reasoningTokens(),
                usage.costUsd()));
    }

    private static List<TurnPart> said(RunEdit edit, Run run, TurnStream.Outcome.Whole whole) {
        List<TurnPart> parts = new ArrayList<>();
        for (TurnStream.Piece piece : whole.pieces()) {
            JsonNode text = edit.stow("turn-text", StringNode.valueOf(piece.text()));
            parts.add(
                    piece.reasoning()
                            ? new TurnPart(TurnPart.REASONING, text, run.spec().provider(), null, null, null)
                            : new TurnPart(TurnPart.TEXT, text, null, null, null, null));
        }
        return parts;
    }

    private static String text(TurnStream.Outcome.Whole whole) {
        StringBuilder text = new StringBuilder();
        whole.pieces().stream().filter(p -> !p.reasoning()).forEach(p -> text.append(p.text()));
        return text.toString();
    }

    /** A call as it will be stored, and why it will not run, if it will not. */
    private record Judged(ToolCall call, JsonNode whole, Optional<CallJudge.Refusal> refusal) {}

    private Judged propose(RunEdit edit, int turn, int index, CallJudge.Verdict verdict) {
        CallId id = new CallId(CallId.PREFIX + ids.ulid());
        ToolCall call = new ToolCall(
                id,
                turn,
                index,
                verdict.tool(),
                verdict.definition().map(ToolDefinition::effect).orElse(ToolEffect.READ),
                verdict.definition().map(ToolDefinition::executor).orElse(ToolExecutor.INLINE),
                verdict.definition().map(ToolDefinition::idempotent).orElse(true),
                edit.stow("arguments-" + id.value(), verdict.arguments()),
                hash(verdict.arguments()),
                edit.run().id().value() + "/" + id.value(),
                verdict.decision(),
                verdict.reason(),
                CallState.PROPOSED,
                verdict.decision() == CallDecision.ALLOW ? ToolCall.Clearance.NEEDLESS : ToolCall.Clearance.NONE,
                null,
                null,
                null,
                null);
        return new Judged(call, verdict.arguments(), verdict.refusal());
    }

    private static void announce(RunEdit edit, Judged judged) {
        ToolCall call = judged.call();
        edit.turnEvent(new ToolProposed(
                call.id(),
                call.tool(),
                call.arguments(),
                call.argumentsHash(),
                call.decision().wire(),
                call.reason()));
        judged.refusal()
                .ifPresentOrElse(
                        refusal -> ToolCalls.finish(edit, call, ToolCalls.Result.of(refusal.outcome(), refusal.text())),
                        () -> edit.with(ToolCalls.put(edit.run(), call)));
    }

    private StepResult tools(int turn, List<ToolCall> open) {
        long seconds = approvalLifetime.toSeconds();
        List<StepResult.CallRef> readOnly = new ArrayList<>();
        List<StepResult.CallRef> mutating = new ArrayList<>();
        for (ToolCall call : open) {
            boolean alone = !call.effect().readOnly();
            (alone ? mutating : readOnly)
                    .add(new StepResult.CallRef(call.id(), call.decision(), call.executor(), seconds));
        }
        return new StepResult.Tools(turn, readOnly, mutating);
    }

    /** Unreadable arguments are text, which always has a canonical form once it is well-formed. */
    private static String hash(JsonNode arguments) {
        return CanonicalJson.sha256(arguments);
    }

    private static StepResult failed(ErrorCode code, String message) {
        return new StepResult.Failed(new RunError(code.wire(), message, true));
    }
}
