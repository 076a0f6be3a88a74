package dev.metis.local.engine;

import static dev.metis.local.engine.EngineFixture.invoke;
import static dev.metis.local.engine.EngineFixture.machine;
import static dev.metis.local.engine.EngineFixture.out;
import static dev.metis.local.engine.EngineFixture.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.EngineFixture.End;
import dev.metis.port.Orchestrator.ExecutionStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Error names, retries, catchers, timeouts and limits. */
class ErrorsTest {
    private static final String CATCH_ALL = "'Catch':[{'ErrorEquals':['States.ALL'],'Next':'C'}],'End':true";

    private final EngineFixture fixture = new EngineFixture().resume();

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({
        "java.io.IOException, java.io.IOException, true",
        "java.io.IOException, States.ALL, true",
        "java.io.IOException, States.TaskFailed, true",
        "java.io.IOException, java.lang.Exception, false",
        "java.io.IOException, States.Timeout, false",
        "States.Timeout, States.Timeout, true",
        "States.Timeout, States.ALL, true",
        "States.Timeout, States.TaskFailed, false",
        "States.HeartbeatTimeout, States.Timeout, true",
        "States.HeartbeatTimeout, States.HeartbeatTimeout, true",
        "States.HeartbeatTimeout, States.TaskFailed, false",
        "States.Timeout, States.HeartbeatTimeout, false",
        "States.QueryEvaluationError, States.ALL, true",
        "States.NoChoiceMatched, States.ALL, true",
        "States.DataLimitExceeded, States.ALL, false",
        "States.DataLimitExceeded, States.TaskFailed, false",
        "States.DataLimitExceeded, States.DataLimitExceeded, true",
        "States.Runtime, States.ALL, false",
        "States.Runtime, States.TaskFailed, false",
        "States.Runtime, States.Runtime, false",
    })
    void aNameMatchesAsStepFunctionsSays(String error, String name, boolean matches) {
        assertEquals(matches, new ErrorOutput(error, null).matches(List.of("other", name)));
    }

    @Test
    void aCatcherSeesErrorAndCauseAndItsOwnAssignAndOutput() throws Exception {
        fixture.failing("f", "com.acme.Broken");
        String plain = machine("A", invoke("A", "f", CATCH_ALL) + "," + out("C", "'{% $states.input %}'"));
        assertEquals(
                "{'Error':'com.acme.Broken','Cause':'{\\'errorMessage\\':\\'it broke\\',"
                        + "\\'errorType\\':\\'com.acme.Broken\\'}'}",
                fixture.output(plain, "{}"));
        String own = machine(
                "A",
                invoke(
                                "A",
                                "f",
                                "'Assign':{'never':1},'Output':'never','Catch':[{'ErrorEquals':['Other'],'Next':'C'},"
                                        + "{'ErrorEquals':['com.acme.Broken'],'Next':'C',"
                                        + "'Assign':{'name':'{% $states.errorOutput.Error %}'},"
                                        + "'Output':{'in':'{% $states.input.x %}'}}],'End':true")
                        + ","
                        + out("C", "['{% $states.input %}','{% $name %}','{% $exists($never) %}']"));
        assertEquals("[{'in':3},'com.acme.Broken',false]", fixture.output(own, "{'x':3}"));
    }

    @Test
    void anExceptionOfAnyKindArrivesAsItsClassName() throws Exception {
        fixture.on("f", _ -> {
            throw new IllegalStateException("odd");
        });
        assertEquals(
                "java.lang.IllegalStateException",
                fixture.run(machine("A", invoke("A", "f", "'End':true")), "1").error());
        assertEquals(
                "Lambda.ResourceNotFoundException",
                fixture.run(machine("A", invoke("A", "nobody", "'End':true")), "1")
                        .error());
    }

    @Test
    void retriersCountEachForItselfAsInTheSpecification() throws Exception {
        List<String> errors = List.of("ErrorA", "ErrorB", "ErrorC", "ErrorB");
        AtomicInteger next = new AtomicInteger();
        fixture.on("f", _ -> {
            throw new FunctionFailure(errors.get(next.getAndIncrement()), "no");
        });
        fixture.deploy(machine(
                "X",
                "'X':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke','Arguments':{'FunctionName':'f',"
                        + "'Payload':'{% $states.context.State.RetryCount %}'},'Retry':["
                        + "{'ErrorEquals':['ErrorA','ErrorB'],'IntervalSeconds':1,'BackoffRate':2,'MaxAttempts':2},"
                        + "{'ErrorEquals':['ErrorC'],'IntervalSeconds':5}],"
                        + "'Catch':[{'ErrorEquals':['States.ALL'],'Next':'Z'}],'End':true},"
                        + out("Z", "'{% $states.input.Error %}'")));
        String name = fixture.start("1");
        for (int seconds : new int[] {1, 2, 5}) {
            fixture.clock.awaitTimer(Duration.ofSeconds(seconds));
            fixture.clock.advance(Duration.ofSeconds(seconds));
        }
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals("'ErrorB'", EngineFixture.plain(fixture.outputs.getLast()));
        assertEquals(
                List.of("0", "1", "2", "3"),
                fixture.calls.stream()
                        .filter(call -> call.function().equals("f"))
                        .map(call -> ItemMapper.write(call.payload()))
                        .toList());
    }

    @Test
    void aRetryThatHelpsGoesOnAndTheCountersStartAgainInTheNextState() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        fixture.on("f", payload -> {
            if (tries.incrementAndGet() % 2 == 1) {
                throw new FunctionFailure("E", "once");
            }
            return payload;
        });
        String retry = "'Retry':[{'ErrorEquals':['States.ALL'],'MaxAttempts':1,'IntervalSeconds':7}],";
        fixture.deploy(
                machine("A", invoke("A", "f", retry + "'Next':'B'") + "," + invoke("B", "f", retry + "'End':true")));
        String name = fixture.start("1");
        for (int state = 0; state < 2; state++) {
            fixture.clock.awaitTimer(Duration.ofSeconds(7));
            fixture.clock.advance(Duration.ofSeconds(7));
        }
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals(4, tries.get());
    }

    @Test
    void zeroAttemptsMeansNoRetryAndNoLaterRetrierIsAsked() throws Exception {
        fixture.failing("f", "E");
        End end = fixture.run(
                machine(
                        "A",
                        invoke(
                                "A",
                                "f",
                                "'Retry':[{'ErrorEquals':['E'],'MaxAttempts':0},{'ErrorEquals':['States.ALL']}],'End':true")),
                "1");
        assertEquals("E", end.error());
        assertEquals(1, fixture.calls("f"));
    }

    @Test
    void aTaskThatTakesTooLongIsInterruptedAndItsLateResultIsIgnored() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CompletableFuture<Void> release = new CompletableFuture<>();
        fixture.on("slow", payload -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            release.join();
            return payload;
        });
        fixture.deploy(machine(
                "A",
                invoke("A", "slow", "'TimeoutSeconds':9,'Catch':[{'ErrorEquals':['States.ALL'],'Next':'C'}],'End':true")
                        + ",'C':{'Type':'Wait','Seconds':50,'Next':'D'}," + out("D", "'{% $states.input.Error %}'")));
        String name = fixture.start("1");
        fixture.clock.awaitTimer(Duration.ofSeconds(9));
        fixture.clock.advance(Duration.ofSeconds(9));
        fixture.clock.awaitTimer(Duration.ofSeconds(50));
        assertTrue(interrupted.await(10, TimeUnit.SECONDS) || fixture.calls("slow") == 0);
        release.complete(null);
        fixture.clock.advance(Duration.ofSeconds(50));
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals("'States.Timeout'", EngineFixture.plain(fixture.outputs.getLast()));
    }

    @Test
    void theFirstErrorOfABranchFailsTheParallelAndStopsTheOthers() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        fixture.on("bad", _ -> {
            working.await();
            throw new FunctionFailure("com.acme.Bad", "no");
        });
        fixture.on("long", payload -> {
            working.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                stopped.countDown();
            }
            return payload;
        });
        String definition = machine(
                "A",
                "'A':{'Type':'Parallel','Branches':[{'StartAt':'P','States':{" + invoke("P", "bad", "'End':true")
                        + "}},{'StartAt':'Q','States':{" + invoke("Q", "long", "'End':true") + "}}],"
                        + "'Catch':[{'ErrorEquals':['com.acme.Bad'],'Next':'C'}],'End':true},"
                        + out("C", "'{% $states.input.Error %}'"));
        assertEquals("'com.acme.Bad'", fixture.output(definition, "1"));
        assertTrue(stopped.await(10, TimeUnit.SECONDS));
    }

    @Test
    void aMapIsTriedAgainAsAWholeAndFailsWithTheErrorOfItsIteration() throws Exception {
        fixture.on("f", payload -> {
            if (payload.intValue() == 2) {
                throw new FunctionFailure("E", "two");
            }
            return payload;
        });
        fixture.deploy(machine(
                "A",
                "'A':{'Type':'Map','MaxConcurrency':1,'Items':[1,2,3],'ItemProcessor':{'StartAt':'P','States':{"
                        + invoke("P", "f", "'End':true")
                        + "}},'Retry':[{'ErrorEquals':['E'],'MaxAttempts':1,'IntervalSeconds':4}],'End':true}"));
        String name = fixture.start("1");
        fixture.clock.awaitTimer(Duration.ofSeconds(4));
        fixture.clock.advance(Duration.ofSeconds(4));
        assertEquals("E", fixture.await(name).error());
        assertEquals(
                List.of("1", "2", "1", "2"),
                fixture.calls.stream()
                        .map(call -> ItemMapper.write(call.payload()))
                        .toList());
    }

    @Test
    void aFailStateInABranchBeforeTheOthersBeganLeavesNothingBehind() throws Exception {
        String definition = machine(
                "A",
                "'A':{'Type':'Parallel','Branches':[{'StartAt':'P','States':{'P':{'Type':'Fail','Error':'E'}}},"
                        + "{'StartAt':'Q','States':{" + waiting("Q", "never", "'End':true") + "}}],"
                        + "'Catch':[{'ErrorEquals':['E'],'Next':'C'}],'End':true},'C':{'Type':'Wait','Seconds':5,'End':true}");
        fixture.deploy(definition);
        String name = fixture.start("1");
        fixture.clock.awaitTimer(Duration.ofSeconds(5));
        assertEquals(java.util.Set.of(""), fixture.journal.frames(name).keySet());
        fixture.clock.advance(Duration.ofSeconds(5));
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals(0, fixture.calls("never"));
    }

    @Test
    void anExecutionThatTakesTooLongTimesOut() throws Exception {
        fixture.deploy("{'QueryLanguage':'JSONata','TimeoutSeconds':60,'StartAt':'A','States':{"
                + "'A':{'Type':'Wait','Seconds':100,'End':true}}}");
        String name = fixture.start("1");
        fixture.clock.awaitTimer(Duration.ofSeconds(60));
        fixture.clock.advance(Duration.ofSeconds(60));
        End end = fixture.await(name);
        assertEquals(ExecutionStatus.TIMED_OUT, end.status());
        assertEquals("States.Timeout", end.error());
        assertFalse(fixture.clock.hasTimer(Duration.ofSeconds(40)));
    }

    @Test
    void payloadsOverTheLimitFailWithDataLimitExceededThatNoWildcardCatches() throws Exception {
        String twice = "'{% $states.input & $states.input %}'";
        String output = machine("A", "'A':{'Type':'Pass','Output':" + twice + ",'End':true}");
        assertEquals(
                ExecutionStatus.SUCCEEDED,
                fixture.run(output, text('x', 131_071)).status());
        assertEquals(
                "States.DataLimitExceeded",
                fixture.run(output, text('x', 131_072)).error());
        assertEquals(
                "States.DataLimitExceeded",
                fixture.run(output, text('ä', 65_536)).error(),
                "bytes, not characters");
        String payload = machine(
                "A",
                "'A':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke','Arguments':{'FunctionName':'echo',"
                        + "'Payload':" + twice + "}," + CATCH_ALL + "}," + out("C", "1"));
        assertEquals(
                "States.DataLimitExceeded",
                fixture.run(payload, text('x', 131_072)).error());
        String variables = machine(
                "A", "'A':{'Type':'Pass','Assign':{'a':'{% $states.input %}','b':'{% $states.input %}'},'End':true}");
        assertEquals(
                "States.DataLimitExceeded",
                fixture.run(variables, text('x', 131_072)).error());
        fixture.on("huge", _ -> ItemMapper.parse(text('y', 262_144).replace("'", "\"")));
        String result = machine("A", invoke("A", "huge", CATCH_ALL) + "," + out("C", "1"));
        assertEquals("States.DataLimitExceeded", fixture.run(result, "1").error());
    }

    private static String text(char c, int length) {
        return "'" + String.valueOf(c).repeat(length) + "'";
    }

    @Test
    void aFunctionHasNoLongerThanLambdaGivesIt() throws Exception {
        fixture.on("slow", payload -> {
            new CountDownLatch(1).await();
            return payload;
        });
        fixture.deploy(machine("A", invoke("A", "slow", CATCH_ALL) + "," + out("C", "'{% $states.input.Error %}'")));
        String name = fixture.start("1");
        fixture.clock.awaitTimer(Duration.ofMinutes(15));
        fixture.clock.advance(Duration.ofMinutes(15));
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        assertEquals("'Sandbox.Timedout'", EngineFixture.plain(fixture.outputs.getLast()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "-12",
                "1.5",
                "1.0E-9",
                "1e300",
                "9007199254740993",
                "123456789012345678901234567890",
                "\"\"",
                "\"a\\\"\\\\\\n\\u0001/\u007fäß€\uD83D\uDE00\"",
                "[]",
                "{}",
                "[1,null,[true,{}]]",
                "{\"a\":null,\"ü\":{\"b\":[1,2]}}",
            })
    void thePayloadIsMeasuredAsItWouldBeWritten(String json) {
        JsonNode node = ItemMapper.parse(json);
        assertEquals(ItemMapper.write(node).getBytes(StandardCharsets.UTF_8).length, PayloadSize.of(node));
    }

    @Test
    void anExecutionEndsAtTheHistoryLimit() throws Exception {
        End end = fixture.run(
                machine(
                        "A",
                        "'A':{'Type':'Pass','Next':'B'},'B':{'Type':'Choice','Choices':["
                                + "{'Condition':false,'Next':'C'}],'Default':'A'},'C':{'Type':'Succeed'}"),
                "1");
        assertEquals(ExecutionStatus.FAILED, end.status());
        assertEquals("States.Runtime", end.error());
        assertEquals("The execution reached the maximum number of history events (25000).", end.cause());
    }

    /** Started, entered and exited, and a map's own two and two an iteration: 7 + 2n before the end of the last state. */
    @Test
    void theHistoryIsCountedAsStepFunctionsWritesIt() throws Exception {
        fixture.deploy(machine(
                "A",
                "'A':{'Type':'Map','Items':[1,2,3],'ItemProcessor':{'StartAt':'P','States':{'P':{'Type':'Succeed'}}},"
                        + "'Next':'B'}," + invoke("B", "echo", "'Next':'C'")
                        + ",'C':{'Type':'Wait','Seconds':5,'End':true}"));
        String name = fixture.start("1");
        fixture.clock.awaitTimer(Duration.ofSeconds(5));
        int map = 2 + 2 + 3 * (2 + 2);
        int task = 2 + 3;
        String frame = String.valueOf(fixture.journal.frames(name).get(""));
        assertEquals(1 + map + task + 1, ItemMapper.parse(frame).get("events").intValue(), frame);
    }
}
