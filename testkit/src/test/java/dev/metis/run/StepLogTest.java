package dev.metis.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.PrincipalId;
import dev.metis.access.TenantId;
import dev.metis.artifact.Payloads;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.MessageId;
import dev.metis.event.LifecycleEvent.RunCancelling;
import dev.metis.event.LifecycleEvent.RunQueued;
import dev.metis.event.RunEventBody;
import dev.metis.event.TurnEvent.ContentDelta;
import dev.metis.event.TurnEvent.TurnStarted;
import dev.metis.item.Keys;
import dev.metis.port.ItemStore;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Write;
import dev.metis.testkit.store.FaultInjectingItemStore;
import dev.metis.testkit.store.FaultInjectingItemStore.Fault;
import dev.metis.testkit.store.InMemoryArtifactStore;
import dev.metis.testkit.store.InMemoryItemStore;
import dev.metis.testkit.time.ManualTime;
import dev.metis.testkit.time.SequentialIds;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StepLogTest {
    private static final TenantId OWNER = new TenantId(TenantId.PREFIX + SequentialIds.ulid(1));
    private static final RunId ID = new RunId(RunId.PREFIX + SequentialIds.ulid(2));

    private final ManualTime time = new ManualTime();
    private final SequentialIds ids = new SequentialIds();
    private final FaultInjectingItemStore store = new FaultInjectingItemStore(new InMemoryItemStore());
    private final RunStore runs = new RunStore(store, time, new Payloads(new InMemoryArtifactStore(), ids));
    private final Run run = running();

    @Test
    void seqIsContiguousHoweverManyAppend() throws Exception {
        CountDownLatch done = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            Thread.ofVirtual().start(() -> {
                StepLog log = StepLog.ofTurn(store, time, ids, runs.get(OWNER, ID));
                for (int n = 0; n < 20; n++) {
                    assertEquals(Step.Standing.GOOD, log.append(List.of(text(), text())));
                }
                done.countDown();
            });
        }
        assertTrue(done.await(30, TimeUnit.SECONDS));
        long last = runs.get(OWNER, ID).lastSeq();
        assertEquals(run.lastSeq() + 160, last);
        assertEquals(LongStream.rangeClosed(1, last).boxed().toList(), seqs());
    }

    @Test
    void aWriterOfAnOlderEpochWritesNothing() {
        StepLog old = StepLog.ofTurn(store, time, ids, run);
        beginTurnAgain();
        assertEquals(Step.Standing.STALE, old.append(List.of(text())));
        assertEquals(runs.get(OWNER, ID).lastSeq(), seqs().size());
    }

    @Test
    void aWriterLearnsOfACancelFromItsNextAppend() {
        StepLog log = StepLog.ofTurn(store, time, ids, run);
        cancel();
        assertEquals(Step.Standing.CANCELLED, log.append(List.of(text())));
    }

    @Test
    void aWriterOfAClosedRunWritesNothing() {
        StepLog log = StepLog.ofTurn(store, time, ids, run);
        runs.change(OWNER, ID, edit -> {
            edit.transition(RunStatus.INTERRUPTED);
            edit.event(new dev.metis.event.LifecycleEvent.RunInterrupted("test"))
                    .close();
            return Decision.commit(true);
        });
        assertEquals(Step.Standing.CLOSED, log.append(List.of(text())));
        assertEquals(runs.get(OWNER, ID).lastSeq(), seqs().size());
    }

    @Test
    void textCannotStarveADecision() {
        StepLog log = StepLog.ofTurn(store, time, ids, run);
        AtomicInteger lost = new AtomicInteger();
        int races = 25;
        for (int i = 0; i < races; i++) {
            // Each try to decide finds that text was faster; the appends of the race itself are let through.
            store.at(
                    writes -> writes.getFirst() instanceof Write.Put put
                            && put.key().sk().equals("RUN"),
                    Fault.after(() -> {
                        lost.incrementAndGet();
                        assertEquals(Step.Standing.GOOD, log.append(List.of(text())));
                    }));
        }
        cancel();
        assertTrue(runs.get(OWNER, ID).cancelRequested());
        assertEquals(races, lost.get(), "the decision lost each race that was laid before it won");
    }

    private Run running() {
        Run.Spec spec = new Run.Spec(
                OWNER,
                ID,
                new ConversationId(ConversationId.PREFIX + SequentialIds.ulid(3)),
                new MessageId(MessageId.PREFIX + SequentialIds.ulid(4)),
                new MessageId(MessageId.PREFIX + SequentialIds.ulid(5)),
                1,
                new PrincipalId(PrincipalId.PREFIX + SequentialIds.ulid(6)),
                "api",
                "developer",
                "full",
                "script",
                "scripted",
                Run.Budget.NONE,
                null,
                null,
                null,
                time.now());
        RunEdit edit = RunEdit.create(spec, time.now(), runs.payloads());
        edit.event(new RunQueued(
                spec.conversationId(), spec.messageId(), "api", "developer", "full", "script", "scripted"));
        assertTrue(store.transact(edit.asWrites()).committed());
        runs.change(OWNER, ID, started -> {
            started.lease("execution", 1, 1).transition(RunStatus.LEASED).transition(RunStatus.RUNNING);
            return Decision.commit(true);
        });
        beginTurnAgain();
        return runs.get(OWNER, ID);
    }

    private void beginTurnAgain() {
        runs.change(OWNER, ID, edit -> {
            Run.TurnMark mark = edit.run().turn();
            edit.head(fields -> fields.turn(new Run.TurnMark(0, 1, mark.epoch() + 1, null, 0)));
            edit.turnEvent(new TurnStarted(1));
            return Decision.commit(true);
        });
    }

    private void cancel() {
        runs.change(OWNER, ID, edit -> {
            edit.head(fields -> fields.cancel(new Run.Cancel(edit.now(), "ada", null)));
            edit.transition(RunStatus.CANCELLING).event(new RunCancelling("ada", null));
            return Decision.commit(true);
        });
    }

    private static RunEventBody text() {
        return new ContentDelta("text");
    }

    private List<Long> seqs() {
        ItemStore items = store;
        return items.query(Query.prefix(Table.EVENTS, Keys.run(OWNER, ID), "E#", Query.MAX_LIMIT)).items().stream()
                .map(item -> item.attributes().path("seq").asLong())
                .toList();
    }
}
