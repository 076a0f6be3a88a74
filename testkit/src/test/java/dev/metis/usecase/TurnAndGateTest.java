package dev.metis.usecase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.metis.approval.ApprovalId;
import dev.metis.approval.QuestionId;
import dev.metis.error.ErrorCode;
import dev.metis.error.TransientException;
import dev.metis.provider.FinishReason;
import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.TranscriptEntry;
import dev.metis.provider.TurnEnd;
import dev.metis.run.RunId;
import dev.metis.run.RunStatus;
import dev.metis.run.Step;
import dev.metis.testkit.store.FaultInjectingItemStore;
import dev.metis.tool.CallId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class TurnAndGateTest {
    private final CoreBed bed = new CoreBed();

    @Test
    void aTurnWhoseAnswerWasLostIsAnsweredAgainWithoutTheModel() {
        bed.model.calls("count.up", "{}");
        RunId run = bed.begun();
        StepResult first = bed.takeTurn.take(bed.step(run), 1);
        StepResult again = bed.takeTurn.take(bed.step(run), 1);
        assertEquals(first, again);
        assertEquals(1, bed.model.asked.size());
    }

    @Test
    void aDelayedInvocationOfATurnWritesNothing() {
        bed.model.says("late").says("in time");
        RunId run = bed.begun();
        Step late = CoreBed.step(run, bed.head(run).fence(), 1);
        Step retry = CoreBed.step(run, bed.head(run).fence(), 2);
        assertEquals(StepResult.ANSWERED, bed.takeTurn.take(retry, 1));
        List<String> before = bed.types(run);
        assertEquals(StepResult.ANSWERED, bed.takeTurn.take(late, 1), "stored: the answer of the turn, not a new one");
        assertEquals(before, bed.types(run));
        assertEquals(1, bed.model.asked.size());
    }

    @Test
    void anInvocationThatIsOvertakenInItsStreamWritesNothingMore() {
        RunId run = bed.begun();
        Step first = bed.step(run);
        Step second = bed.step(run);
        bed.model.plays((sink, stop) -> {
            sink.accept(new ProviderEvent.TextDelta("void "));
            assertEquals(StepResult.ANSWERED, bed.takeTurn.take(second, 1));
            sink.accept(new ProviderEvent.TextDelta("never seen"));
            return new TurnEnd(FinishReason.STOP);
        });
        bed.model.says("the answer");
        assertEquals(StepResult.SUPERSEDED, bed.takeTurn.take(first, 1));
        assertEquals(
                "the answer", bed.last(run, "message.completed").path("text").asString());
        assertEquals(
                List.of(),
                bed.events(run).stream()
                        .filter(e -> e.toString().contains("never seen"))
                        .toList());
        assertEquals(1, bed.types(run).stream().filter("turn.restarted"::equals).count());
    }

    @Test
    void aStaleFenceWritesNothing() {
        bed.model.says("no");
        RunId run = bed.begun();
        Step stale = CoreBed.step(run, bed.head(run).fence() - 1, 1);
        List<String> before = bed.types(run);
        assertEquals(StepResult.SUPERSEDED, bed.takeTurn.take(stale, 1));
        assertEquals(StepResult.SUPERSEDED, bed.finishRun.finish(stale, new FinishRun.Ending.Completed()));
        assertEquals(before, bed.types(run));
        assertEquals(RunStatus.RUNNING, bed.head(run).status());
    }

    @Test
    void prv3_argumentsThatTheOutputLimitCutAreNotExecutedAndThreeInARowEndTheRun() {
        PlayedModel.Answer cut = (sink, stop) -> {
            sink.accept(
                    new ProviderEvent.CallCompleted(0, "", "count.up", "{\"path\":\"notes.md\",\"content\":\"# Ti"));
            return new TurnEnd(FinishReason.LENGTH);
        };
        bed.model.plays(cut).plays(cut).plays(cut);
        RunId run = bed.begun();
        assertEquals(new StepResult.Tools(1, List.of(), List.of()), bed.takeTurn.take(bed.step(run), 1));
        assertEquals("error", bed.last(run, "tool.finished").path("outcome").asString());
        assertEquals(new StepResult.Tools(2, List.of(), List.of()), bed.takeTurn.take(bed.step(run), 2));
        StepResult.Failed failed = assertInstanceOf(StepResult.Failed.class, bed.takeTurn.take(bed.step(run), 3));
        assertEquals("output_truncated", failed.error().code());
        assertEquals(0, bed.counted.ran.get());
    }

    @Test
    void aToolThatTheManifestLacksDoesNotExistWhateverTheModelWrites() {
        bed.model.calls("shell.exec", "{}");
        RunId run = bed.begun();
        assertEquals(new StepResult.Tools(1, List.of(), List.of()), bed.takeTurn.take(bed.step(run), 1));
        assertEquals("deny", bed.last(run, "tool.proposed").path("decision").asString());
        assertEquals("denied", bed.last(run, "tool.finished").path("outcome").asString());
    }

    @Test
    void moreCallsThanMayRunAreRefusedAndTheModelIsToldOfEach() {
        String[] calls = new String[2 * 18];
        for (int i = 0; i < calls.length; i += 2) {
            calls[i] = "count.up";
            calls[i + 1] = "{}";
        }
        bed.model.calls(calls).says("ok");
        RunId run = bed.begun();
        StepResult.Tools tools = assertInstanceOf(StepResult.Tools.class, bed.takeTurn.take(bed.step(run), 1));
        assertEquals(16, tools.readOnly().size());
        bed.takeTurn.take(bed.step(run), 2);
        long results = bed.model.asked.getLast().transcript().stream()
                .filter(e -> e instanceof TranscriptEntry.ToolResult)
                .count();
        assertEquals(18, results);
    }

    @Test
    void aReplayedCallReturnsItsStoredReceiptWithoutRunningTheTool() {
        RunId run = withCall("count.up");
        CallId call = callOf(run);
        assertEquals(StepResult.FINISHED, bed.executeToolCall.execute(bed.step(run), call));
        assertEquals(StepResult.FINISHED, bed.executeToolCall.execute(bed.step(run), call));
        assertEquals(1, bed.counted.ran.get());
    }

    @Test
    void aCallThatMayNotRepeatIsNotRunAgainWhenItsOutcomeIsUnknown() {
        RunId run = withCall("count.once");
        CallId call = callOf(run);
        approve(run, call);
        loseTheResultOf(run, call);
        assertEquals(1, bed.counted.ran.get());
        assertEquals(StepResult.REVIEW, bed.executeToolCall.execute(bed.step(run), call));
        assertEquals("review", bed.last(run, "question.asked").path("kind").asString());
        assertEquals(RunStatus.WAITING_USER, bed.head(run).status());
        assertEquals(StepResult.WAITING, bed.awaitAnswer.await(bed.step(run), call, "t-review"));
        answer(run, "run_it");
        assertEquals("run_it", bed.orchestrator.outcome("t-review"));
        assertEquals(StepResult.FINISHED, bed.executeToolCall.execute(bed.step(run), call));
        assertEquals(2, bed.counted.ran.get());
        assertEquals(StepResult.FINISHED, bed.executeToolCall.execute(bed.step(run), call));
        assertEquals(2, bed.counted.ran.get(), "a review clears one run");
    }

    @Test
    void aReviewAnsweredHappenedWritesTheReceiptAndRunsNothing() {
        RunId run = withCall("count.once");
        CallId call = callOf(run);
        approve(run, call);
        loseTheResultOf(run, call);
        bed.executeToolCall.execute(bed.step(run), call);
        bed.awaitAnswer.await(bed.step(run), call, "t-review");
        answer(run, "happened");
        assertEquals("finished", bed.orchestrator.outcome("t-review"));
        assertEquals(1, bed.counted.ran.get());
        assertEquals("ok", bed.last(run, "tool.finished").path("outcome").asString());
    }

    @Test
    void aCallThatMayRepeatRunsAgainWhenItsOutcomeIsUnknown() {
        RunId run = withCall("count.up");
        CallId call = callOf(run);
        loseTheResultOf(run, call);
        assertEquals(StepResult.FINISHED, bed.executeToolCall.execute(bed.step(run), call));
        assertEquals(2, bed.counted.ran.get());
        assertEquals(0, bed.head(run).working());
    }

    @Test
    void prv5_aBrokenStreamIsVoidAndTheNextTryIsTheAnswer() {
        bed.model.plays((sink, stop) -> {
            sink.accept(new ProviderEvent.TextDelta("Hel"));
            throw ProviderFailure.retryable(ErrorCode.PROVIDER_OVERLOADED, "overloaded");
        });
        bed.model.says("Hello");
        RunId run = bed.begun();
        assertEquals(new StepResult.RetryLater(0, 1), bed.takeTurn.take(bed.step(run), 1));
        assertEquals(StepResult.ANSWERED, bed.takeTurn.take(bed.step(run), 1));
        assertEquals("Hello", bed.last(run, "message.completed").path("text").asString());
        assertEquals(1, bed.types(run).stream().filter("turn.restarted"::equals).count());
    }

    @Test
    void prv5_fiveFailuresInARowEndTheRunWithTheProvidersWord() {
        for (int i = 0; i < 5; i++) {
            bed.model.plays((sink, stop) -> {
                throw ProviderFailure.retryable(ErrorCode.PROVIDER_OVERLOADED, "overloaded");
            });
        }
        RunId run = bed.begun();
        StepResult last = StepResult.CLOSED;
        for (int i = 0; i < 5; i++) {
            last = bed.takeTurn.take(bed.step(run), 1);
        }
        StepResult.Failed failed = assertInstanceOf(StepResult.Failed.class, last);
        assertEquals("provider_overloaded", failed.error().code());
        assertEquals(true, failed.error().retryable());
    }

    @Test
    void prv4_aLongRetryAfterIsGivenToTheStateMachineToWait() {
        bed.model.plays((sink, stop) -> {
            throw new ProviderFailure(
                    ErrorCode.PROVIDER_RATE_LIMITED,
                    "slow down",
                    true,
                    java.util.Optional.of(Duration.ofDays(1)),
                    java.util.OptionalInt.of(429),
                    null);
        });
        RunId run = bed.begun();
        assertEquals(new StepResult.RetryLater(86_400, 1), bed.takeTurn.take(bed.step(run), 1));
        assertEquals(
                86_400_000, bed.last(run, "rate_limit.hit").path("retryAfterMs").asLong());
    }

    private RunId withCall(String tool) {
        bed.model.calls(tool, "{\"n\":1}");
        RunId run = bed.begun();
        bed.takeTurn.take(bed.step(run), 1);
        return run;
    }

    private CallId callOf(RunId run) {
        return new CallId(bed.last(run, "tool.proposed").path("callId").asString());
    }

    private void approve(RunId run, CallId call) {
        bed.requestApproval.request(bed.step(run), call, "t-" + call.value());
        JsonNode asked = bed.last(run, "approval.requested");
        bed.decideApproval.decide(
                bed.caller(),
                new ApprovalId(asked.path("approvalId").asString()),
                new DecideApproval.Command(true, asked.path("argumentsHash").asString(), null, null));
    }

    private void answer(RunId run, String word) {
        bed.answerQuestion.answer(
                bed.caller(),
                new QuestionId(
                        bed.last(run, "question.asked").path("questionId").asString()),
                word);
    }

    /** The tool ran, and the transaction with its receipt never happened. */
    private void loseTheResultOf(RunId run, CallId call) {
        bed.counted.during = () -> bed.store.at(writes -> true, FaultInjectingItemStore.Fault.unavailable());
        assertThrows(TransientException.class, () -> bed.executeToolCall.execute(bed.step(run), call));
        bed.counted.during = () -> {};
    }
}
