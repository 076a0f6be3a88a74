package dev.metis.local.engine;

import static dev.metis.local.engine.EngineFixture.machine;
import static dev.metis.local.engine.EngineFixture.out;
import static dev.metis.local.engine.EngineFixture.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.port.Orchestrator.ExecutionStatus;
import dev.metis.port.Orchestrator.StartResult;
import dev.metis.port.Orchestrator.TokenResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Token waits, starts, stops and the engine's own life. */
@Timeout(60)
class TokensTest {
    private static final JsonNode ONE = ItemMapper.parse("1");

    private final EngineFixture fixture = new EngineFixture().resume();
    private final BlockingQueue<String> tokens = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        fixture.close();
    }

    private void collectTokens() {
        fixture.on("ask", payload -> {
            tokens.add(payload.get("token").stringValue());
            return ONE;
        });
    }

    private String token() throws InterruptedException {
        String token = tokens.poll(10, TimeUnit.SECONDS);
        return java.util.Objects.requireNonNull(token, "no token came");
    }

    private static String ask(String more) {
        return machine("A", waiting("A", "ask", more + "'Next':'B'") + "," + out("B", "'{% $states.input %}'"));
    }

    @Test
    void theAnswerIsTheResultAndAnotherAnswerComesTooLate() throws Exception {
        collectTokens();
        fixture.deploy(ask(""));
        String name = fixture.start("1");
        String token = token();
        assertEquals(TokenResult.ACCEPTED, fixture.engine.succeed(token, ItemMapper.parse("{\"yes\":1}")));
        assertEquals(TokenResult.GONE, fixture.engine.succeed(token, ONE));
        assertEquals(TokenResult.GONE, fixture.engine.fail(token, "E", "late"));
        assertEquals(TokenResult.GONE, fixture.engine.heartbeat(token));
        assertEquals(TokenResult.GONE, fixture.engine.succeed("no token", ONE));
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals("{'yes':1}", EngineFixture.plain(fixture.outputs.getLast()));
    }

    @Test
    void anErrorAnswerFailsTheTaskWithItsNameAndCause() throws Exception {
        collectTokens();
        fixture.deploy(ask("'Catch':[{'ErrorEquals':['Rejected'],'Next':'B'}],"));
        String name = fixture.start("1");
        assertEquals(TokenResult.ACCEPTED, fixture.engine.fail(token(), "Rejected", "by a person"));
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals("{'Error':'Rejected','Cause':'by a person'}", EngineFixture.plain(fixture.outputs.getLast()));
    }

    @Test
    void anAnswerFromWithinTheFunctionItselfCountsAndWhatTheFunctionDoesAfterIsIgnored() throws Exception {
        fixture.on("ask", payload -> {
            assertEquals(
                    TokenResult.ACCEPTED,
                    fixture.engine.succeed(payload.get("token").stringValue(), ONE));
            throw new FunctionFailure("E", "after the answer");
        });
        fixture.deploy(ask(""));
        String name = fixture.start("1");
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals("1", EngineFixture.plain(fixture.outputs.getLast()));
    }

    @Test
    void aWaitTimesOutAndItsTokenIsGone() throws Exception {
        collectTokens();
        fixture.deploy(
                ask("'TimeoutSeconds':'{% 10 + 20 %}','Catch':[{'ErrorEquals':['States.Timeout'],'Next':'B'}],"));
        String name = fixture.start("1");
        String token = token();
        fixture.clock.awaitTimer(Duration.ofSeconds(30));
        fixture.clock.advance(Duration.ofSeconds(30));
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals(TokenResult.GONE, fixture.engine.succeed(token, ONE));
        assertTrue(EngineFixture.plain(fixture.outputs.getLast()).startsWith("{'Error':'States.Timeout'"));
    }

    @Test
    void heartbeatsKeepAWaitAliveAndAMissedOneEndsIt() throws Exception {
        collectTokens();
        fixture.deploy(ask("'TimeoutSeconds':1000,'HeartbeatSeconds':10,"
                + "'Catch':[{'ErrorEquals':['States.HeartbeatTimeout'],'Next':'B'}],"));
        String name = fixture.start("1");
        String token = token();
        fixture.clock.awaitTimer(Duration.ofSeconds(10));
        for (int beat = 0; beat < 5; beat++) {
            fixture.clock.advance(Duration.ofSeconds(6));
            assertEquals(TokenResult.ACCEPTED, fixture.engine.heartbeat(token));
        }
        fixture.clock.advance(Duration.ofSeconds(9));
        assertEquals(TokenResult.ACCEPTED, fixture.engine.heartbeat(token));
        fixture.clock.advance(Duration.ofSeconds(10));
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals(TokenResult.GONE, fixture.engine.heartbeat(token));
    }

    @Test
    void aRetriedWaitHasANewToken() throws Exception {
        collectTokens();
        fixture.deploy(ask("'Retry':[{'ErrorEquals':['Again'],'IntervalSeconds':3}],"));
        String name = fixture.start("1");
        String first = token();
        assertEquals(TokenResult.ACCEPTED, fixture.engine.fail(first, "Again", ""));
        fixture.clock.awaitTimer(Duration.ofSeconds(3));
        fixture.clock.advance(Duration.ofSeconds(3));
        String second = token();
        assertEquals(TokenResult.GONE, fixture.engine.succeed(first, ONE));
        assertEquals(TokenResult.ACCEPTED, fixture.engine.succeed(second, ONE));
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
    }

    @Test
    void fiveHundredAnswersAtOnceBeforeAndAfterTheFunctionsReturned() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        fixture.on("ask", payload -> {
            tokens.add(payload.get("token").stringValue());
            if (payload.get("input").intValue() % 2 == 0) {
                release.await();
            }
            return ONE;
        });
        fixture.deploy(ask(""));
        List<String> names = new ArrayList<>();
        for (int index = 0; index < 500; index++) {
            names.add(fixture.start(String.valueOf(index)));
        }
        List<Callable<TokenResult>> answers = new ArrayList<>();
        for (int index = 0; index < 500; index++) {
            String token = token();
            answers.add(() -> fixture.engine.succeed(token, ONE));
            answers.add(() -> fixture.engine.succeed(token, ONE));
        }
        assertEquals(500, count(answers, TokenResult.ACCEPTED));
        for (String name : names) {
            assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        }
        release.countDown();
        assertEquals(500, fixture.calls("out"));
    }

    /** Does all at once and counts the answers of one kind. */
    private static <T> long count(List<Callable<T>> calls, T wanted) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long count = 0;
            for (var answer : threads.invokeAll(calls)) {
                count += answer.get().equals(wanted) ? 1 : 0;
            }
            return count;
        }
    }

    @Test
    void aNameIsUsedOnce() throws Exception {
        collectTokens();
        fixture.deploy(ask(""));
        assertEquals(StartResult.STARTED, fixture.engine.start("m", "n", ONE));
        assertEquals(StartResult.STARTED, fixture.engine.start("m", "n", ONE));
        assertEquals(StartResult.ALREADY_USED, fixture.engine.start("m", "n", ItemMapper.parse("2")));
        assertEquals(Optional.of(ExecutionStatus.RUNNING), fixture.engine.status("n"));
        fixture.engine.succeed(token(), ONE);
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await("n").status());
        assertEquals(StartResult.ALREADY_USED, fixture.engine.start("m", "n", ONE));
        assertEquals(Optional.of(ExecutionStatus.SUCCEEDED), fixture.engine.status("n"));
        assertEquals(Optional.empty(), fixture.engine.status("other"));
        assertEquals(1, fixture.calls("ask"));
    }

    @Test
    void ofManyStartsOfOneNameOneRuns() throws Exception {
        collectTokens();
        fixture.deploy(ask(""));
        List<Callable<StartResult>> starts = new ArrayList<>();
        for (int index = 0; index < 50; index++) {
            JsonNode input = index % 2 == 0 ? ONE : ItemMapper.parse("2");
            starts.add(() -> fixture.engine.start("m", "n", input));
        }
        assertEquals(25, count(starts, StartResult.STARTED));
        token();
        assertEquals(1, fixture.calls("ask"));
    }

    @Test
    void stopInterruptsTheCallAndEndsTheExecution() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        fixture.on("ask", payload -> {
            working.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return payload;
        });
        fixture.deploy(ask("'Catch':[{'ErrorEquals':['States.ALL'],'Next':'B'}],"));
        String name = fixture.start("1");
        assertTrue(working.await(10, TimeUnit.SECONDS));
        fixture.engine.stop(name, "Cancelled", "by a person");
        assertTrue(interrupted.await(10, TimeUnit.SECONDS));
        assertEquals(new EngineFixture.End(ExecutionStatus.STOPPED, "Cancelled", "by a person"), fixture.await(name));
        assertEquals(Optional.of(ExecutionStatus.STOPPED), fixture.engine.status(name));
        fixture.engine.stop(name, "Cancelled", "again");
        fixture.engine.stop("unknown", "Cancelled", "never was");
        assertEquals(0, fixture.calls("out"));
    }

    @Test
    void whatIsNotAllowedIsRefused() {
        fixture.deploy(ask(""));
        assertThrows(PermanentException.class, () -> fixture.engine.start("other", "n", ONE));
        assertThrows(IllegalArgumentException.class, () -> fixture.engine.start("m", "a b", ONE));
        JsonNode huge = ItemMapper.parse("\"" + "x".repeat(262_143) + "\"");
        assertThrows(PermanentException.class, () -> fixture.engine.start("m", "n", huge));
        assertThrows(PermanentException.class, () -> fixture.engine.succeed("t", huge));
        assertThrows(IllegalStateException.class, () -> fixture.engine.resume());
    }

    @Test
    void aJournalThatRefusesMakesTheEngineSayNoInsteadOfForgetting() throws Exception {
        collectTokens();
        fixture.deploy(ask(""));
        fixture.start("1");
        String token = token();
        fixture.journal.refuse();
        assertThrows(TransientException.class, () -> fixture.engine.succeed(token, ONE));
        assertThrows(TransientException.class, () -> fixture.engine.succeed(token, ONE));
        assertThrows(TransientException.class, () -> fixture.engine.start("m", "n", ONE));
        assertEquals(0, fixture.calls("out"));
    }

    @Test
    void aClosedEngineTakesNothingMore() {
        fixture.deploy(ask(""));
        fixture.close();
        assertThrows(TransientException.class, () -> fixture.engine.start("m", "n", ONE));
        assertThrows(TransientException.class, () -> fixture.engine.succeed("t", ONE));
        assertEquals(Map.of(), fixture.journal.frames("n"));
    }
}
