package dev.metis.local.engine;

import static dev.metis.local.engine.EngineFixture.invoke;
import static dev.metis.local.engine.EngineFixture.machine;
import static dev.metis.local.engine.EngineFixture.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.EngineFixture.End;
import dev.metis.port.Orchestrator.ExecutionStatus;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each state type does with its input, output, variables and context. */
class StatesTest {
    private final EngineFixture fixture = new EngineFixture().resume();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aTaskGetsItsPayloadAndGivesTheResultOfTheInvokeIntegration() throws Exception {
        String definition = machine("A", invoke("A", "echo", "'Next':'B'") + "," + out("B", "'{% $states.input %}'"));
        assertEquals(
                "{'ExecutedVersion':'$LATEST','Payload':{'x':1},'StatusCode':200}",
                fixture.output(definition, "{'x':1}"));
    }

    @Test
    void aTaskWithoutPayloadSendsAnEmptyObject() throws Exception {
        fixture.on("f", payload -> payload);
        String definition = machine(
                "A",
                "'A':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke','Arguments':{'FunctionName':'f'},"
                        + "'Output':'{% $states.result.Payload %}','Next':'B'},"
                        + out("B", "'{% $states.input %}'"));
        assertEquals("{}", fixture.output(definition, "7"));
    }

    @Test
    void outputAndAssignSeeTheResultAndTheOldVariablesOnly() throws Exception {
        String definition = machine(
                "A",
                "'A':{'Type':'Pass','Assign':{'x':5},'Next':'B'},"
                        + "'B':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke',"
                        + "'Arguments':{'FunctionName':'echo','Payload':'{% $x %}'},"
                        + "'Assign':{'x':42,'old':'{% $x %}','got':'{% $states.result.Payload %}'},"
                        + "'Output':{'x':'{% $x %}','in':'{% $states.input %}'},'Next':'C'},"
                        + out(
                                "C",
                                "{'input':'{% $states.input %}','x':'{% $x %}','old':'{% $old %}','got':'{% $got %}'}"));
        assertEquals("{'input':{'x':5,'in':{'a':1}},'x':42,'old':5,'got':5}", fixture.output(definition, "{'a':1}"));
    }

    @Test
    void theFirstTrueRuleOfAChoiceWinsWithItsOwnAssignAndOutput() throws Exception {
        String definition = machine(
                "A",
                "'A':{'Type':'Choice','Assign':{'range':'default'},'Output':'no','Default':'B','Choices':["
                        + "{'Condition':false,'Next':'B'},"
                        + "{'Condition':'{% $states.input.n > 20 %}','Assign':{'range':'big'},'Next':'B'},"
                        + "{'Condition':'{% $states.input.n > 10 %}','Output':{'was':'{% $states.input.n %}'},"
                        + "'Assign':{'range':'middle'},'Next':'B'}]},"
                        + out("B", "['{% $range %}','{% $states.input %}']"));
        assertEquals("['big',{'n':30}]", fixture.output(definition, "{'n':30}"));
        assertEquals("['middle',{'was':15}]", fixture.output(definition, "{'n':15}"));
        assertEquals("['default','no']", fixture.output(definition, "{'n':1}"));
    }

    @Test
    void aChoiceWithoutAMatchOrABooleanFails() throws Exception {
        String rule = "'A':{'Type':'Choice','Choices':[{'Condition':'{% $states.input.yes %}','Next':'B'}]},"
                + "'B':{'Type':'Succeed'}";
        assertEquals(
                "States.NoChoiceMatched",
                fixture.run(machine("A", rule), "{'yes':false}").error());
        End notBoolean = fixture.run(machine("A", rule), "{'yes':'true'}");
        assertEquals("States.QueryEvaluationError", notBoolean.error());
        assertTrue(String.valueOf(notBoolean.cause()).contains("Choices/0/Condition"), notBoolean.cause());
        assertEquals(
                "States.QueryEvaluationError",
                fixture.run(machine("A", rule), "{}").error());
    }

    @Test
    void anUndefinedResultFailsTheExecution() throws Exception {
        End end = fixture.run(
                machine("A", "'A':{'Type':'Pass','Output':{'a':'{% $states.input.none %}'},'End':true}"), "{}");
        assertEquals(ExecutionStatus.FAILED, end.status());
        assertEquals("States.QueryEvaluationError", end.error());
        assertEquals(
                "The JSONata expression '$states.input.none' specified for the field 'Output/a' returned nothing"
                        + " (undefined).",
                end.cause());
    }

    @Test
    void aFailStateGivesItsErrorAndCauseAndSucceedEndsWell() throws Exception {
        String fail = machine("A", "'A':{'Type':'Fail','Error':'{% `E` & $states.input.n %}','Cause':'because'}");
        assertEquals(new End(ExecutionStatus.FAILED, "E7", "because"), fixture.run(fail, "{'n':7}"));
        assertEquals(
                new End(ExecutionStatus.FAILED, null, null), fixture.run(machine("A", "'A':{'Type':'Fail'}"), "1"));
        assertEquals(
                new End(ExecutionStatus.SUCCEEDED, null, null),
                fixture.run(machine("A", "'A':{'Type':'Succeed','Output':1}"), "1"));
    }

    @Test
    void aWaitEndsAfterItsSecondsOrAtItsTimestamp() throws Exception {
        String seconds = machine(
                "A",
                "'A':{'Type':'Wait','Seconds':'{% $states.input.s %}','Next':'B'},"
                        + out("B", "'{% $states.input %}'"));
        fixture.deploy(seconds);
        String name = fixture.start("{'s':30}");
        fixture.clock.awaitTimer(Duration.ofSeconds(30));
        fixture.clock.advance(Duration.ofSeconds(29));
        assertEquals(0, fixture.calls.size());
        fixture.clock.advance(Duration.ofSeconds(1));
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.await(name).status());
        String until = machine("A", "'A':{'Type':'Wait','Timestamp':'2026-12-01T01:00:00+01:00','End':true}");
        assertEquals(ExecutionStatus.SUCCEEDED, fixture.run(until, "1").status(), "an instant that has passed");
        assertEquals(
                "States.QueryEvaluationError", fixture.run(seconds, "{'s':-1}").error());
        String computed = machine("A", "'A':{'Type':'Wait','Timestamp':'{% $states.input %}','End':true}");
        assertEquals("States.QueryEvaluationError", fixture.run(computed, "{}").error());
        assertEquals(
                "States.QueryEvaluationError",
                fixture.run(computed, "'2026-12-01'").error());
        assertEquals(
                ExecutionStatus.SUCCEEDED,
                fixture.run(computed, "'2026-12-01T00:00:00Z'").status());
    }

    @Test
    void theContextTellsExecutionStateAndMachine() throws Exception {
        String definition = machine("A", out("A", "'{% $states.context %}'"));
        assertEquals(
                "{'Execution':{'Id':'arn:aws:states:local:000000000000:execution:m:e1','Input':{'i':1},'Name':'e1',"
                        + "'StartTime':'2026-12-01T00:00:00.000Z'},"
                        + "'StateMachine':{'Id':'arn:aws:states:local:000000000000:stateMachine:m','Name':'m'},"
                        + "'State':{'EnteredTime':'2026-12-01T00:00:00.000Z','Name':'A','RetryCount':0}}",
                fixture.output(definition, "{'i':1}"));
    }

    @Test
    void aStateThatIsEnteredAgainIsNeverEnteredAtTheSameTime() throws Exception {
        String definition = machine(
                "A",
                "'A':{'Type':'Pass','Assign':{'n':0,'seen':[]},'Next':'B'},"
                        + "'B':{'Type':'Pass','Assign':{'n':'{% $n + 1 %}',"
                        + "'seen':'{% $append($seen, [$states.context.State.EnteredTime]) %}'},'Next':'C'},"
                        + "'C':{'Type':'Choice','Choices':[{'Condition':'{% $n < 3 %}','Next':'B'}],'Default':'D'},"
                        + out("D", "'{% $count($distinct($seen)) %}'"));
        assertEquals("3", fixture.output(definition, "1"));
    }

    @Test
    void parallelBranchesGetTheArgumentsAndAnswerInTheirOrder() throws Exception {
        String definition = machine(
                "A",
                "'A':{'Type':'Parallel','Arguments':{'v':'{% $states.input.x %}'},'Next':'C','Branches':["
                        + "{'StartAt':'P','States':{'P':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke',"
                        + "'Arguments':{'FunctionName':'echo','Payload':'{% $states.input.v + 1 %}'},"
                        + "'Output':'{% $states.result.Payload %}','End':true}}},"
                        + "{'StartAt':'Q','States':{'Q':{'Type':'Pass','Output':'{% $states.input.v %}','End':true}}}]},"
                        + out("C", "'{% $states.input %}'"));
        assertEquals("[6,5]", fixture.output(definition, "{'x':5}"));
    }

    @Test
    void innerScopesReadOuterVariablesAndLeakNothing() throws Exception {
        String definition = machine(
                "A",
                "'A':{'Type':'Pass','Assign':{'outer':'hello'},'Next':'B'},"
                        + "'B':{'Type':'Map','Items':[1,2],'ItemProcessor':{'StartAt':'P','States':{"
                        + "'P':{'Type':'Pass','Assign':{'hi':'{% $outer & $states.input %}'},'Next':'Q'},"
                        + "'Q':{'Type':'Succeed','Output':'{% $hi %}'}}},'Assign':{'outer':2},'Next':'C'},"
                        + out("C", "['{% $states.input %}','{% $outer %}','{% $exists($hi) %}']"));
        assertEquals("[['hello1','hello2'],2,false]", fixture.output(definition, "1"));
    }

    @Test
    void aNestedMapInAParallelSeesItsOwnItemAndOrder() throws Exception {
        String inner = "{'StartAt':'P','States':{'P':{'Type':'Map','Items':'{% $states.input.list %}',"
                + "'ItemSelector':{'i':'{% $states.context.Map.Item.Index %}','v':'{% $states.context.Map.Item.Value %}'},"
                + "'MaxConcurrency':'{% 1 + 1 %}','ItemProcessor':{'StartAt':'Q','States':{'Q':{'Type':'Task',"
                + "'Resource':'arn:aws:states:::lambda:invoke','Arguments':{'FunctionName':'echo',"
                + "'Payload':['{% $states.input %}','{% $states.context.Map.Item.Index %}']},"
                + "'Output':'{% $states.result.Payload %}','End':true}}},'End':true}}}";
        String definition = machine(
                "A",
                "'A':{'Type':'Parallel','Next':'C','Branches':[" + inner
                        + ",{'StartAt':'R','States':{'R':{'Type':'Succeed','Output':0}}}]},"
                        + out("C", "'{% $states.input %}'"));
        assertEquals(
                "[[[{'i':0,'v':'a'},0],[{'i':1,'v':'b'},1],[{'i':2,'v':'c'},2]],0]",
                fixture.output(definition, "{'list':['a','b','c']}"));
    }

    @Test
    void aMapOfNothingGivesNothingAndAMapOfNoArrayFails() throws Exception {
        String definition = machine(
                "A",
                "'A':{'Type':'Map','ItemProcessor':{'StartAt':'P','States':{'P':{'Type':'Succeed'}}},'Next':'C'},"
                        + out("C", "'{% $states.input %}'"));
        assertEquals("[]", fixture.output(definition, "[]"));
        assertEquals(
                "States.QueryEvaluationError",
                fixture.run(definition, "{'a':1}").error());
    }

    @Test
    void aMapRunsNoMoreIterationsAtOnceThanItMay() throws Exception {
        var running = new java.util.concurrent.atomic.AtomicInteger();
        var most = new java.util.concurrent.atomic.AtomicInteger();
        var reached = new java.util.concurrent.CountDownLatch(3);
        fixture.on("work", payload -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            reached.countDown();
            assertTrue(reached.await(10, java.util.concurrent.TimeUnit.SECONDS));
            running.decrementAndGet();
            return payload;
        });
        String definition = machine(
                "A",
                "'A':{'Type':'Map','MaxConcurrency':3,'Items':'{% [1..200] %}','ItemProcessor':{'StartAt':'P','States':{"
                        + invoke("P", "work", "'Output':'{% $states.input %}','End':true") + "}},'Next':'C'},"
                        + out("C", "'{% $states.input = [1..200] %}'"));
        assertEquals("true", fixture.output(definition, "1"));
        assertEquals(200, fixture.calls("work"));
        assertEquals(3, most.get());
    }

    @Test
    void substitutionsAndComputedFunctionNamesWork() throws Exception {
        fixture.engine.deploy(
                "m",
                EngineFixture.json(machine(
                        "A",
                        invoke("A", "${Fn}", "'Next':'B'") + ","
                                + "'B':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke','Arguments':{"
                                + "'FunctionName':'{% `out` %}','Payload':1},'End':true}")),
                java.util.Map.of("Fn", "echo"));
        assertEquals(
                ExecutionStatus.SUCCEEDED, fixture.await(fixture.start("1")).status());
        assertEquals(java.util.List.of(ItemMapper.parse("1")), fixture.outputs);
    }
}
