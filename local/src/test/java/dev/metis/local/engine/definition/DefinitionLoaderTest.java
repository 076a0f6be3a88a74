package dev.metis.local.engine.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.local.engine.expression.StatesFunctions;
import dev.metis.port.IdSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionLoaderTest {
    private static final IdSource IDS = new IdSource() {
        @Override
        public String ulid() {
            return "0".repeat(26);
        }

        @Override
        public byte[] secret(int bytes) {
            return new byte[bytes];
        }
    };
    private final DefinitionLoader loader =
            new DefinitionLoader(new StatesFunctions(() -> Instant.parse("2026-12-01T00:00:00Z"), IDS));

    private static final String TASK =
            "'Type':'Task','Resource':'arn:aws:states:::lambda:invoke','Arguments':{'FunctionName':'f'}";

    private StateMachine load(String text, Map<String, String> substitutions) {
        return loader.load("m", text.replace('\'', '"'), substitutions);
    }

    private StateMachine states(String states) {
        return load("{'QueryLanguage':'JSONata','StartAt':'A','States':{" + states + "}}", Map.of());
    }

    /** Each line: what the states are, and the pointer of the refusal. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'A':{'Type':'Dance','End':true} | /States/A/Type",
                "'A':{'Type':'Pass','End':true,'Result':1} | /States/A/Result",
                "'A':{'Type':'Pass','End':true,'InputPath':'$'} | /States/A/InputPath",
                "'A':{'Type':'Pass','End':true,'QueryLanguage':'JSONPath'} | /States/A/QueryLanguage",
                "'A':{'Type':'Pass'} | /States/A",
                "'A':{'Type':'Pass','Next':'A','End':true} | /States/A",
                "'A':{'Type':'Pass','End':false} | /States/A/End",
                "'A':{'Type':'Pass','Next':'B'} | /States/A/Next",
                "'A':{'Type':'Pass','End':true},'B':{'Type':'Succeed'} | /States/B",
                "'A':{'Type':'Pass','Next':'B'},'B':{'Type':'Pass','Next':'A'} | /States",
                "'B':{'Type':'Succeed'} | /StartAt",
                "'A':{'Type':'Succeed','Assign':{}} | /States/A/Assign",
                "'A':{'Type':'Fail','Output':1} | /States/A/Output",
                "'A':{'Type':'Fail','Error':7} | /States/A/Error",
                "'A':{'Type':'Pass','End':true,'Output':'{% 1 + %}'} | /States/A/Output",
                "'A':{'Type':'Pass','End':true,'Output':{'x':['{% 1'] }} | /States/A/Output/x/0",
                "'A':{'Type':'Pass','End':true,'Assign':{'states':1}} | /States/A/Assign/states",
                "'A':{'Type':'Pass','End':true,'Assign':{'a-b':1}} | /States/A/Assign/a-b",
                "'A':{'Type':'Pass','End':true,'Assign':3} | /States/A/Assign",
                "'A':{'Type':'Task','Resource':'arn:aws:states:::sqs:sendMessage','Arguments':{},'End':true}"
                        + " | /States/A/Resource",
                "'A':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke','End':true} | /States/A",
                "'A':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke','Arguments':{'FunctionName':'f',"
                        + "'InvocationType':'Event'},'End':true} | /States/A/Arguments/InvocationType",
                "'A':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke','Arguments':{'Payload':1},'End':true}"
                        + " | /States/A/Arguments",
                "'A':{TASK,'TimeoutSeconds':0,'End':true} | /States/A/TimeoutSeconds",
                "'A':{TASK,'TimeoutSeconds':1.5,'End':true} | /States/A/TimeoutSeconds",
                "'A':{TASK,'HeartbeatSeconds':5,'End':true} | /States/A/HeartbeatSeconds",
                "'A':{TASK,'Credentials':{},'End':true} | /States/A/Credentials",
                "'A':{TASK,'Retry':[],'End':true} | /States/A/Retry",
                "'A':{TASK,'Retry':[{'ErrorEquals':[]}],'End':true} | /States/A/Retry/0/ErrorEquals",
                "'A':{TASK,'Retry':[{'ErrorEquals':['States.ALL']},{'ErrorEquals':['x']}],'End':true}"
                        + " | /States/A/Retry/0/ErrorEquals",
                "'A':{TASK,'Retry':[{'ErrorEquals':['States.ALL','x']}],'End':true} | /States/A/Retry/0/ErrorEquals",
                "'A':{TASK,'Retry':[{'ErrorEquals':['x'],'BackoffRate':0.5}],'End':true}"
                        + " | /States/A/Retry/0/BackoffRate",
                "'A':{TASK,'Retry':[{'ErrorEquals':['x'],'MaxAttempts':-1}],'End':true}"
                        + " | /States/A/Retry/0/MaxAttempts",
                "'A':{TASK,'Retry':[{'ErrorEquals':['x'],'IntervalSeconds':9,'MaxDelaySeconds':9}],'End':true}"
                        + " | /States/A/Retry/0/MaxDelaySeconds",
                "'A':{TASK,'Retry':[{'ErrorEquals':['x'],'JitterStrategy':'SOME'}],'End':true}"
                        + " | /States/A/Retry/0/JitterStrategy",
                "'A':{TASK,'Catch':[{'ErrorEquals':['x'],'Next':'C'}],'End':true} | /States/A/Catch/0/Next",
                "'A':{TASK,'Catch':[{'ErrorEquals':['x'],'Next':'A','ResultPath':'$'}],'End':true}"
                        + " | /States/A/Catch/0/ResultPath",
                "'A':{'Type':'Wait','Seconds':1,'Timestamp':'2026-01-01T00:00:00Z','End':true} | /States/A",
                "'A':{'Type':'Wait','Seconds':-1,'End':true} | /States/A/Seconds",
                "'A':{'Type':'Wait','Timestamp':'tomorrow','End':true} | /States/A/Timestamp",
                "'A':{'Type':'Choice','Choices':[]} | /States/A/Choices",
                "'A':{'Type':'Choice','Choices':[{'Condition':'yes','Next':'A'}]} | /States/A/Choices/0/Condition",
                "'A':{'Type':'Choice','Choices':[{'Variable':'$.a','StringEquals':'x','Next':'A'}]}"
                        + " | /States/A/Choices/0/Variable",
                "'A':{'Type':'Map','ItemProcessor':{'StartAt':'B','States':{'B':{'Type':'Succeed'}},"
                        + "'ProcessorConfig':{'Mode':'DISTRIBUTED'}},'End':true}"
                        + " | /States/A/ItemProcessor/ProcessorConfig/Mode",
                "'A':{'Type':'Map','ItemProcessor':{'StartAt':'B','States':{'B':{'Type':'Succeed'}}},"
                        + "'ToleratedFailureCount':1,'End':true} | /States/A/ToleratedFailureCount",
                "'A':{'Type':'Map','ItemProcessor':{'StartAt':'B','States':{'B':{'Type':'Succeed'}}},"
                        + "'Items':{'a':1},'End':true} | /States/A/Items",
                "'A':{'Type':'Map','ItemProcessor':{'StartAt':'A','States':{'A':{'Type':'Succeed'}}},'End':true}"
                        + " | /States/A/ItemProcessor/States/A",
                "'A':{'Type':'Map','Assign':{'x':1},'ItemProcessor':{'StartAt':'B','States':{'B':{'Type':'Pass',"
                        + "'Assign':{'x':2},'End':true}}},'End':true}"
                        + " | /States/A/ItemProcessor/States/B/Assign/x",
                "'A':{'Type':'Parallel','Branches':[{'StartAt':'B','States':{'B':{'Type':'Pass','Next':'A'}}}],"
                        + "'End':true} | /States/A/Branches/0/States/B/Next",
            })
    void refusesWhatItDoesNotCarryOutByItsPointer(String states, String pointer) {
        DefinitionException refusal =
                assertThrows(DefinitionException.class, () -> states(states.replace("TASK", TASK)));
        assertEquals(pointer, refusal.pointer(), refusal.getMessage());
    }

    @Test
    void refusesWhatIsWrongWithTheFileAsAWhole() {
        assertEquals("", refused("{").pointer());
        assertEquals("", refused("[]").pointer());
        assertEquals("", refused("{'StartAt':'A','StartAt':'A'}").pointer());
        assertEquals(
                "", refused("{'StartAt':'A','States':{'A':{'Type':'Succeed'}}}").pointer());
        assertEquals("/QueryLanguage", refused("{'QueryLanguage':'JSONPath'}").pointer());
        assertEquals(
                "/Version",
                refused("{'QueryLanguage':'JSONata','Version':'2.0'}").pointer());
        assertEquals("/a~1b~0", refused("{'a/b~':1}").pointer());
        assertEquals(
                "/States",
                refused("{'QueryLanguage':'JSONata','StartAt':'A','States':{}}").pointer());
    }

    private DefinitionException refused(String text) {
        return assertThrows(DefinitionException.class, () -> load(text, Map.of()));
    }

    @Test
    void replacesSubstitutionsInStringsAndRefusesOnesWithoutAValue() {
        String text = "{'QueryLanguage':'JSONata','StartAt':'A','States':{'A':{'Type':'Task',"
                + "'Resource':'arn:aws:states:::lambda:invoke','Arguments':{'FunctionName':'${Turn}:${Alias}'},"
                + "'End':true}}}";
        StateMachine machine = load(text, Map.of("Turn", "take\"Turn\\", "Alias", "live"));
        assertTrue(machine.text().contains("take\\\"Turn\\\\:live"), machine.text());
        DefinitionException refusal = assertThrows(DefinitionException.class, () -> load(text, Map.of("Turn", "x")));
        assertEquals("/States/A/Arguments/FunctionName", refusal.pointer());
    }

    @Test
    void aVersionIsItsContent() {
        StateMachine one = states("'A':{'Type':'Succeed'}");
        assertEquals(one.hash(), states("'A':{'Type':'Succeed'}").hash());
        assertNotEquals(one.hash(), states("'A':{'Type':'Succeed','Output':1}").hash());
        assertEquals(one.hash(), loader.load("m", one.text(), Map.of()).hash());
    }

    @Test
    void retriersHaveTheDefaultsOfTheSpecification() {
        State.Task task = (State.Task) states("'A':{" + TASK + ",'Retry':[{'ErrorEquals':['x']}],'End':true}")
                .scope()
                .state("A");
        assertEquals(
                List.of(new Retrier(List.of("x"), Duration.ofSeconds(1), 3, 2.0, Optional.empty(), false)),
                task.retry());
    }

    @Test
    void retryDelaysGrowAreCappedAndJitterStaysBelowThem() {
        Retrier plain = new Retrier(List.of("x"), Duration.ofSeconds(3), 9, 2.0, Optional.empty(), false);
        assertEquals(Duration.ofSeconds(3), plain.delay(1, 0.5));
        assertEquals(Duration.ofSeconds(6), plain.delay(2, 0.5));
        assertEquals(Duration.ofSeconds(12), plain.delay(3, 0.5));
        Retrier capped =
                new Retrier(List.of("x"), Duration.ofSeconds(3), 9, 2.0, Optional.of(Duration.ofSeconds(4)), true);
        assertEquals(Duration.ZERO, capped.delay(2, 0));
        assertEquals(Duration.ofSeconds(2), capped.delay(2, 0.5));
        assertTrue(capped.delay(900, 0.999).compareTo(Duration.ofSeconds(4)) < 0);
        assertTrue(plain.delay(5000, 0.5).compareTo(Duration.ofDays(365)) > 0);
    }
}
