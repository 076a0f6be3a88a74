package dev.metis.local.engine;

import static dev.metis.local.engine.EngineFixture.invoke;
import static dev.metis.local.engine.EngineFixture.machine;
import static dev.metis.local.engine.EngineFixture.out;
import static dev.metis.local.engine.EngineFixture.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.local.engine.EngineFixture.Call;
import dev.metis.port.Orchestrator.ExecutionStatus;
import dev.metis.port.Orchestrator.StartResult;
import dev.metis.port.Orchestrator.TokenResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** The engine is dropped, never closed first, and another opens on what its journal holds. */
@Timeout(120)
class ResumeTest {
    private static final JsonNode ONE = ItemMapper.parse("1");
    private static final JsonNode YES = ItemMapper.parse("\"yes\"");

    private static final String ORDERED = machine(
            "A",
            "'A':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke','Arguments':{'FunctionName':'f','Payload':"
                    + "{'retry':'{% $states.context.State.RetryCount %}','entered':"
                    + "'{% $states.context.State.EnteredTime %}'}},"
                    + "'Retry':[{'ErrorEquals':['E']}],'Output':'{% $states.result.Payload.retry %}','Next':'B'},"
                    + out("B", "'{% $states.input %}'"));

    private final List<EngineFixture> fixtures = new ArrayList<>();
    private final BlockingQueue<String> tokens = new LinkedBlockingQueue<>();
    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void close() {
        never.countDown();
        fixtures.forEach(EngineFixture::close);
    }

    private EngineFixture fixture(ManualClock clock, MemoryJournal journal) {
        EngineFixture fixture = new EngineFixture(clock, journal).on("ask", payload -> {
            tokens.add(payload.get("token").stringValue());
            return ONE;
        });
        fixtures.add(fixture);
        return fixture;
    }

    private EngineFixture fixture() {
        return fixture(new ManualClock(), new MemoryJournal()).resume();
    }

    private EngineFixture reopened(EngineFixture before) {
        return fixture(before.clock, before.journal.reopen());
    }

    private String token() throws InterruptedException {
        return Objects.requireNonNull(tokens.poll(10, TimeUnit.SECONDS), "no token came");
    }

    private static int retry(JsonNode payload) {
        return payload.get("retry").intValue();
    }

    private static Instant entered(JsonNode payload) {
        return Instant.parse(payload.get("entered").stringValue());
    }

    private static void waitingForAnswer(EngineFixture fixture, String name) throws InterruptedException {
        eventually(() -> String.valueOf(fixture.journal.frames(name)).contains("\"returned\":true"));
    }

    private static void eventually(BooleanSupplier condition) throws InterruptedException {
        for (int tries = 0; !condition.getAsBoolean(); tries++) {
            assertTrue(tries < 10_000, "it never came to that");
            assertFalse(new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS));
        }
    }

    @Test
    void aTaskThatWasRunningIsCalledAgainWithItsRetryCountAsEnteredLater() throws Exception {
        EngineFixture before = fixture();
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch second = new CountDownLatch(1);
        before.on("f", payload -> {
            if (tries.incrementAndGet() == 1) {
                throw new FunctionFailure("E", "first");
            }
            second.countDown();
            never.await();
            return payload;
        });
        before.deploy(ORDERED);
        String name = before.start("1");
        before.clock.awaitTimer(Duration.ofSeconds(1));
        before.clock.advance(Duration.ofSeconds(1));
        assertTrue(second.await(10, TimeUnit.SECONDS));
        Call interrupted = before.calls.getLast();
        EngineFixture after = reopened(before).on("f", payload -> payload);
        before.clock.advance(Duration.ofHours(5));
        after.resume();
        assertEquals(ExecutionStatus.SUCCEEDED, after.await(name).status());
        JsonNode again = after.calls.getFirst().payload();
        assertEquals(List.of(1, 1), List.of(retry(interrupted.payload()), retry(again)));
        assertTrue(entered(again).isAfter(entered(interrupted.payload())), "a step takes only what is later");
        assertEquals("1", EngineFixture.plain(after.outputs.getLast()));
    }

    @Test
    void aTokenWaitKeepsItsTokenAndItsDeadlineAndIsNotAskedAgain() throws Exception {
        EngineFixture before = fixture();
        before.deploy(machine(
                "A", waiting("A", "ask", "'TimeoutSeconds':60,'Next':'B'") + "," + out("B", "'{% $states.input %}'")));
        String answered = before.start("1");
        String token = token();
        String late = before.start("2");
        token();
        waitingForAnswer(before, answered);
        waitingForAnswer(before, late);
        before.clock.advance(Duration.ofSeconds(59));
        EngineFixture after = reopened(before).resume();
        assertEquals(TokenResult.ACCEPTED, after.engine.succeed(token, ONE));
        assertEquals(ExecutionStatus.SUCCEEDED, after.await(answered).status());
        after.clock.advance(Duration.ofSeconds(1));
        assertEquals("States.Timeout", after.await(late).error());
        assertEquals(0, after.calls("ask"));
    }

    @Test
    void aTokenWhoseFunctionHadNotReturnedIsAskedAgainWithTheSameToken() throws Exception {
        EngineFixture before = fixture();
        before.on("ask", payload -> {
            tokens.add(payload.get("token").stringValue());
            never.await();
            return ONE;
        });
        before.deploy(machine("A", waiting("A", "ask", "'End':true")));
        String name = before.start("1");
        String token = token();
        EngineFixture after = reopened(before).resume();
        assertEquals(token, token());
        assertEquals(TokenResult.ACCEPTED, after.engine.succeed(token, ONE));
        assertEquals(ExecutionStatus.SUCCEEDED, after.await(name).status());
    }

    @Test
    void theTimeOfAHeartbeatSurvives() throws Exception {
        EngineFixture before = fixture();
        before.deploy(machine("A", waiting("A", "ask", "'HeartbeatSeconds':10,'End':true")));
        String name = before.start("1");
        String token = token();
        waitingForAnswer(before, name);
        before.clock.advance(Duration.ofSeconds(8));
        assertEquals(TokenResult.ACCEPTED, before.engine.heartbeat(token));
        EngineFixture after = reopened(before).resume();
        after.clock.advance(Duration.ofSeconds(9));
        assertEquals(TokenResult.ACCEPTED, after.engine.heartbeat(token));
        after.clock.advance(Duration.ofSeconds(9));
        assertEquals(Optional.of(ExecutionStatus.RUNNING), after.engine.status(name));
        after.clock.advance(Duration.ofSeconds(1));
        assertEquals("States.HeartbeatTimeout", after.await(name).error());
    }

    @Test
    void waitsAndBackoffsKeepTheirInstants() throws Exception {
        EngineFixture before = fixture().failing("f", "E");
        before.deploy(machine("A", "'A':{'Type':'Wait','Seconds':100,'End':true}"));
        String sleeping = before.start("1");
        before.deploy(machine(
                "A",
                invoke("A", "f", "'Retry':[{'ErrorEquals':['E'],'IntervalSeconds':100,'MaxAttempts':1}],'End':true")));
        String backingOff = before.start("1");
        before.clock.awaitTimer(Duration.ofSeconds(100));
        eventually(() -> String.valueOf(before.journal.frames(backingOff)).contains("backoff"));
        before.clock.advance(Duration.ofSeconds(99));
        EngineFixture after = reopened(before).failing("f", "E").resume();
        assertEquals(Optional.of(ExecutionStatus.RUNNING), after.engine.status(sleeping));
        after.clock.advance(Duration.ofSeconds(1));
        assertEquals(ExecutionStatus.SUCCEEDED, after.await(sleeping).status());
        assertEquals("E", after.await(backingOff).error());
        assertEquals(1, after.calls("f"));
    }

    @Test
    void finishedIterationsAreNotRunAgain() throws Exception {
        EngineFixture before = fixture();
        CountDownLatch third = new CountDownLatch(1);
        before.on("f", payload -> {
            if (payload.intValue() == 3) {
                third.countDown();
                never.await();
            }
            return payload;
        });
        before.deploy(machine(
                "A",
                "'A':{'Type':'Map','MaxConcurrency':1,'Items':[1,2,3,4],'ItemProcessor':{'StartAt':'P','States':{"
                        + invoke("P", "f", "'Output':'{% $states.result.Payload * 10 %}','End':true")
                        + "}},'Next':'B'},"
                        + out("B", "'{% $states.input %}'")));
        String name = before.start("1");
        assertTrue(third.await(10, TimeUnit.SECONDS));
        EngineFixture after = reopened(before).on("f", payload -> payload).resume();
        assertEquals(ExecutionStatus.SUCCEEDED, after.await(name).status());
        assertEquals("[10,20,30,40]", EngineFixture.plain(after.outputs.getLast()));
        assertEquals(2, after.calls("f"));
    }

    @Test
    void anExecutionGoesOnUnderTheDefinitionItBeganWith() throws Exception {
        EngineFixture before = fixture();
        before.deploy(machine("A", waiting("A", "ask", "'Next':'B'") + "," + out("B", "'old'")));
        String name = before.start("1");
        String token = token();
        waitingForAnswer(before, name);
        EngineFixture after = reopened(before);
        after.deploy(machine("Z", out("Z", "'new'"))).resume();
        after.engine.succeed(token, ONE);
        assertEquals(ExecutionStatus.SUCCEEDED, after.await(name).status());
        assertEquals("'old'", EngineFixture.plain(after.outputs.getLast()));
    }

    @Test
    void anExecutionWhoseDefinitionIsLostEnds() throws Exception {
        EngineFixture before = fixture();
        before.deploy(machine("A", waiting("A", "ask", "'End':true")));
        String name = before.start("1");
        token();
        MemoryJournal journal = before.journal.reopen();
        journal.forgetDefinitions();
        EngineFixture after = fixture(before.clock, journal).resume();
        assertEquals("Metis.DefinitionUnavailable", after.await(name).error());
        assertEquals(Optional.of(ExecutionStatus.FAILED), after.engine.status(name));
    }

    @Test
    void closeLeavesExecutionsToGoOn() throws Exception {
        EngineFixture before = fixture();
        CountDownLatch working = new CountDownLatch(1);
        before.on("f", payload -> {
            working.countDown();
            new CountDownLatch(1).await();
            return payload;
        });
        before.deploy(machine("A", invoke("A", "f", "'End':true")));
        String name = before.start("1");
        assertTrue(working.await(10, TimeUnit.SECONDS));
        before.close();
        EngineFixture after = reopened(before).on("f", payload -> payload).resume();
        assertEquals(ExecutionStatus.SUCCEEDED, after.await(name).status());
    }

    @Test
    void endedExecutionsKeepTheirNameAndStatusAndNothingElseUntilTheyAreForgotten() throws Exception {
        EngineFixture before = fixture();
        before.deploy(machine("A", "'A':{'Type':'Succeed'}"));
        String name = before.start("1");
        before.await(name);
        EngineFixture after = reopened(before).resume();
        after.deploy(machine("A", "'A':{'Type':'Succeed'}"));
        assertEquals(java.util.Map.of(), after.journal.frames(name));
        assertEquals(StartResult.ALREADY_USED, after.engine.start("m", name, ONE));
        before.clock.advance(Duration.ofDays(91));
        eventually(() -> after.engine.status(name).isEmpty());
    }

    /** A run with everything in it, cut off after every single append in turn, always ends the same. */
    @Test
    void fromEveryBoundaryTheSameEndIsReached() throws Exception {
        String definition = machine(
                "A",
                "'A':{'Type':'Pass','Assign':{'v':1},'Next':'F'},"
                        + invoke("F", "echo", "'Assign':{'v':'{% $v + $states.result.Payload.n %}'},'Next':'M'") + ","
                        + "'M':{'Type':'Parallel','Next':'W','Branches':[{'StartAt':'P','States':{'P':{'Type':'Map',"
                        + "'MaxConcurrency':2,'Items':[1,2,3],'ItemProcessor':{'StartAt':'Q','States':{"
                        + invoke("Q", "echo", "'Output':'{% $states.result.Payload + $v %}','Next':'R'")
                        + ",'R':{'Type':'Succeed'}}},'End':true}}},"
                        + "{'StartAt':'S','States':{" + waiting("S", "answer", "'End':true") + "}}],"
                        + "'Assign':{'sum':'{% $sum($states.result[0]) %}'}},"
                        + "'W':{'Type':'Wait','Seconds':0,'Next':'Z'},"
                        + out("Z", "['{% $sum %}','{% $v %}','{% $states.input[1] %}']"));
        long boundaries = boundary(definition, Long.MAX_VALUE);
        assertTrue(boundaries > 8, "appends: " + boundaries);
        for (long cut = 1; cut < boundaries; cut++) {
            assertNotEquals(0, boundary(definition, cut));
        }
    }

    private long boundary(String definition, long cut) throws Exception {
        EngineFixture before =
                answering(fixture(new ManualClock(), new MemoryJournal())).resume();
        before.deploy(definition);
        if (cut == Long.MAX_VALUE) {
            long from = before.journal.appends();
            assertEquals(
                    ExecutionStatus.SUCCEEDED,
                    before.await(before.start("{'n':4}")).status());
            assertEquals("[21,5,'yes']", EngineFixture.plain(before.outputs.getLast()));
            return before.journal.appends() - from;
        }
        before.journal.cutAfter(cut);
        String name = before.start("{'n':4}");
        before.journal.awaitCut();
        EngineFixture after = answering(reopened(before)).resume();
        tokens.forEach(token -> after.engine.succeed(token, YES));
        assertEquals(ExecutionStatus.SUCCEEDED, after.await(name).status(), "cut after " + cut);
        assertEquals("[21,5,'yes']", EngineFixture.plain(after.outputs.getLast()), "cut after " + cut);
        return cut;
    }

    private EngineFixture answering(EngineFixture fixture) {
        return fixture.on("answer", payload -> {
            String token = payload.get("token").stringValue();
            tokens.add(token);
            Thread.startVirtualThread(() -> {
                try {
                    fixture.engine.succeed(token, YES);
                } catch (TransientException e) {
                    assertTrue(tokens.contains(token), "the process died first; the answer is sent again");
                }
            });
            return ONE;
        });
    }
}
