package dev.metis.usecase;

import dev.metis.access.Caller;
import dev.metis.access.Scope;
import dev.metis.approval.Question;
import dev.metis.approval.QuestionId;
import dev.metis.approval.ReviewAnswer;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.event.ApprovalEvent.QuestionAnswered;
import dev.metis.event.ToolOutcome;
import dev.metis.gate.ToolCalls;
import dev.metis.item.Lookups;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.RunStore;
import dev.metis.run.Wait;
import dev.metis.tool.CallState;
import dev.metis.tool.ToolCall;
import java.util.Objects;

/** A person's answer. A review answers for a call: it writes the receipt, or clears the call to run exactly once more. */
public final class AnswerQuestion {
    public static final int MAX_ANSWER_CHARS = 20_000;

    private final RunStore runs;
    private final ToolCalls calls;
    private final Questions questions;
    private final WakeWait wake;

    public AnswerQuestion(RunStore runs, WakeWait wake) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.questions = new Questions(calls);
        this.wake = wake;
    }

    /** How an answer ended. */
    public sealed interface Result {
        /** It stands (now, or since the same answer before). */
        record Answered(Question question) implements Result {}

        /** Another answer was given before, or the question was withdrawn. */
        record AlreadyAnswered(Question question) implements Result {}

        /** Reviews need the scope to decide approvals. */
        record Forbidden() implements Result {}
    }

    public Result answer(Caller caller, QuestionId id, String answer) {
        RunId run = Lookups.find(runs.items(), caller.tenant(), id.value())
                .orElseThrow(() -> new PermanentException(ErrorCode.NOT_FOUND, "there is no such question"));
        Result result = runs.change(caller.tenant(), run, edit -> decide(edit, caller, id, answer));
        if (result instanceof Result.Answered(Question question)) {
            wake.soon(caller.tenant(), run, Wait.Kind.ANSWER, question.callId().value());
        }
        return result;
    }

    private Decision<Result> decide(RunEdit edit, Caller caller, QuestionId id, String answer) {
        Run run = edit.run();
        Question question = questions.get(run.owner(), run.id(), id);
        if (question.kind() == Question.Kind.REVIEW && !caller.may(Scope.APPROVALS_DECIDE)) {
            return Decision.keep(new Result.Forbidden());
        }
        if (question.status() != Question.Status.PENDING) {
            boolean same = question.status() == Question.Status.ANSWERED && Objects.equals(question.answer(), answer);
            return Decision.keep(same ? new Result.Answered(question) : new Result.AlreadyAnswered(question));
        }
        check(question, answer);
        Question settled = question.settled(Question.Status.ANSWERED, answer, caller.name(), edit.now());
        Reviews.close(edit, settled);
        edit.turnEvent(new QuestionAnswered(id, question.callId(), answer, caller.name()));
        ToolCall call = calls.get(run.owner(), run.id(), question.callId());
        StepResult owed = switch (question.kind()) {
            case USER -> finish(edit, call, ToolOutcome.OK, answer);
            case REVIEW -> review(edit, call, answer);
        };
        calls.settle(edit, question.callId(), Wait.Kind.ANSWER, owed);
        edit.settle();
        return Decision.commit(new Result.Answered(settled));
    }

    private static void check(Question question, String answer) {
        if (question.kind() == Question.Kind.REVIEW
                && ReviewAnswer.ofWire(answer).isEmpty()) {
            throw new PermanentException(
                    ErrorCode.INVALID_REQUEST, "answer must be one of " + String.join(", ", ReviewAnswer.words()));
        }
        if (answer.isBlank() || answer.length() > MAX_ANSWER_CHARS) {
            throw new PermanentException(
                    ErrorCode.INVALID_REQUEST, "answer must be 1 to " + MAX_ANSWER_CHARS + " characters, not blank");
        }
    }

    private static StepResult review(RunEdit edit, ToolCall call, String answer) {
        return switch (ReviewAnswer.ofWire(answer).orElseThrow()) {
            case HAPPENED ->
                finish(
                        edit,
                        call,
                        ToolOutcome.OK,
                        "The call was interrupted before it reported. A person checked and says that it took effect."
                                + " Its output is not known.");
            case SKIP ->
                finish(
                        edit,
                        call,
                        ToolOutcome.SKIPPED,
                        "The call was interrupted before it reported, so whether it took effect is not known. A person"
                                + " decided not to run it again.");
            case RUN_IT -> {
                edit.with(ToolCalls.put(
                        edit.run(), call.state(CallState.PROPOSED).clearance(ToolCall.Clearance.GRANTED)));
                yield StepResult.RUN_IT;
            }
        };
    }

    private static StepResult finish(RunEdit edit, ToolCall call, ToolOutcome outcome, String text) {
        ToolCalls.finish(edit, call, ToolCalls.Result.of(outcome, text));
        return StepResult.FINISHED;
    }
}
