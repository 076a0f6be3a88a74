package dev.metis.usecase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.metis.conversation.ConversationId;
import dev.metis.run.RunId;
import dev.metis.run.RunStatus;
import dev.metis.testkit.store.FaultInjectingItemStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class QueueTest {
    private final CoreBed bed = new CoreBed();

    @Test
    void ofTwentySendsAtOnceThatWantNoQueueOneIsAccepted() throws Exception {
        ConversationId conversation = bed.conversation();
        List<StartRunResult> results = atOnce(
                20,
                () -> bed.startRun.start(new StartRunCommand(
                        CoreBed.OWNER,
                        CoreBed.PERSON,
                        conversation,
                        "hi",
                        StartRunCommand.OnBusy.REJECT,
                        "api",
                        StartRunCommand.Overrides.NONE,
                        Optional.empty())));
        RunId active = bed.conversations.queue(CoreBed.OWNER, conversation).activeRun();
        assertEquals(
                1,
                results.stream()
                        .filter(r -> r instanceof StartRunResult.Accepted)
                        .count());
        assertEquals(
                19,
                results.stream()
                        .filter(r -> r instanceof StartRunResult.Busy(RunId busy) && busy.equals(active))
                        .count());
    }

    @Test
    void ofTwentySendsAtOnceThatQueueOneIsActiveAndEachHasItsOwnPlace() throws Exception {
        ConversationId conversation = bed.conversation();
        List<StartRunResult> results = atOnce(20, () -> bed.startRun.start(bed.message(conversation, "hi")));
        Set<Integer> positions = new HashSet<>();
        results.forEach(r -> positions.add(((StartRunResult.Accepted) r).position()));
        assertEquals(20, positions.size());
        assertEquals(1, bed.orchestrator.started.size());
        assertEquals(19, bed.conversations.queue(CoreBed.OWNER, conversation).waiting());
    }

    @Test
    void ide3_theSameKeyManyTimesAtOnceIsOneRunAndAnotherBodyIsRefused() throws Exception {
        ConversationId conversation = bed.conversation();
        List<StartRunResult> results = atOnce(10, () -> bed.startRun.start(keyed(conversation, "hi")));
        assertEquals(1, new HashSet<>(results).size());
        assertInstanceOf(StartRunResult.KeyReused.class, bed.startRun.start(keyed(conversation, "other")));
        assertEquals(1, bed.orchestrator.started.size());
    }

    @Test
    void aSendWhoseAnswerWasLostIsTheSameRunWhenItIsSentAgain() {
        ConversationId conversation = bed.conversation();
        bed.store.atNextWrite(FaultInjectingItemStore.Fault.lostAnswer());
        try {
            bed.startRun.start(keyed(conversation, "hi"));
        } catch (dev.metis.error.TransientException lost) {
            assertEquals(0, bed.store.faultsLeft());
        }
        StartRunResult.Accepted again =
                assertInstanceOf(StartRunResult.Accepted.class, bed.startRun.start(keyed(conversation, "hi")));
        assertEquals(
                again.runId(),
                bed.conversations.queue(CoreBed.OWNER, conversation).activeRun());
        assertEquals(2, bed.conversations.queue(CoreBed.OWNER, conversation).nextTicket());
    }

    @Test
    void theEndOfARunMakesTheNextOneReadyInTheOrderOfSending() {
        ConversationId conversation = bed.conversation();
        RunId first = bed.send(conversation, "1");
        RunId second = bed.send(conversation, "2");
        RunId third = bed.send(conversation, "3");
        bed.begin(first);
        bed.finishRun.finish(bed.step(first), new FinishRun.Ending.Completed());
        assertEquals(List.of(first.value() + "-1-1", second.value() + "-1-1"), bed.orchestrator.started);
        bed.begin(second);
        bed.finishRun.finish(bed.step(second), new FinishRun.Ending.Completed());
        assertEquals(third, bed.conversations.queue(CoreBed.OWNER, conversation).activeRun());
        assertEquals(List.of("run.queued", "run.ready"), bed.types(third));
    }

    @Test
    void aQueuedRunIsCancelledByLosingItsPlaceAndTheOthersGoOn() {
        ConversationId conversation = bed.conversation();
        RunId first = bed.send(conversation, "1");
        RunId second = bed.send(conversation, "2");
        RunId third = bed.send(conversation, "3");
        bed.cancelRun.cancel(CoreBed.OWNER, second, "ada", "changed my mind");
        assertEquals(RunStatus.CANCELLED, bed.head(second).status());
        bed.begin(first);
        bed.finishRun.finish(bed.step(first), new FinishRun.Ending.Completed());
        assertEquals(third, bed.conversations.queue(CoreBed.OWNER, conversation).activeRun());
        assertEquals(0, bed.conversations.queue(CoreBed.OWNER, conversation).waiting());
    }

    @Test
    void aRunEndsOnceHoweverOftenAndInWhateverWayItIsEnded() {
        RunId run = bed.begun();
        assertEquals(StepResult.FINISHED, bed.finishRun.finish(bed.step(run), new FinishRun.Ending.Completed()));
        assertEquals(StepResult.CLOSED, bed.finishRun.finish(bed.step(run), new FinishRun.Ending.Completed()));
        assertEquals(
                StepResult.CLOSED, bed.finishRun.force(CoreBed.OWNER, run, new FinishRun.Ending.Interrupted("late")));
        assertInstanceOf(CancelRun.Result.AlreadyEnded.class, bed.cancelRun.cancel(CoreBed.OWNER, run, "ada", null));
        assertEquals(1, bed.types(run).stream().filter("run.completed"::equals).count());
        assertEquals("run.completed", bed.types(run).getLast());
    }

    @Test
    void aCancelThatIsNotFinishedInTimeIsEndedByTheTimer() {
        RunId run = bed.begun();
        bed.scheduler.register(CancelRun.FORCE, bed.cancelRun::force);
        bed.cancelRun.cancel(CoreBed.OWNER, run, "ada", null);
        assertEquals(RunStatus.CANCELLING, bed.head(run).status());
        bed.time.advance(java.time.Duration.ofSeconds(10));
        assertEquals(RunStatus.CANCELLED, bed.head(run).status());
        assertEquals(List.of(run.value() + "-1-1"), bed.orchestrator.stopped);
    }

    @Test
    void anExecutionThatIsOverWithoutHavingEndedItsRunFailsIt() {
        RunId run = bed.begun();
        new ExecutionEnded(bed.runs, bed.finishRun)
                .ended(CoreBed.OWNER, run, run.value() + "-1-1", "States.Runtime", "why");
        assertEquals(RunStatus.FAILED, bed.head(run).status());
        RunId other = bed.begun();
        new ExecutionEnded(bed.runs, bed.finishRun).ended(CoreBed.OWNER, other, other.value() + "-1-9", "x", "y");
        assertEquals(RunStatus.RUNNING, bed.head(other).status(), "another execution goes on with it");
    }

    private StartRunCommand keyed(ConversationId conversation, String text) {
        return new StartRunCommand(
                CoreBed.OWNER,
                CoreBed.PERSON,
                conversation,
                text,
                StartRunCommand.OnBusy.QUEUE,
                "api",
                StartRunCommand.Overrides.NONE,
                Optional.of(new StartRunCommand.Idempotency("message", "key-1", "hash of " + text)));
    }

    private static <T> List<T> atOnce(int times, Callable<T> work) throws Exception {
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                futures.add(threads.submit(work));
            }
            for (Future<T> future : futures) {
                results.add(future.get());
            }
        }
        return results;
    }
}
