package dev.metis.local.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.EngineFixture.Call;
import dev.metis.local.engine.EngineFixture.End;
import dev.metis.port.Orchestrator.ExecutionStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** The very file that a run goes through, with functions that only play their part. */
@Timeout(60)
class RunMachineTest {
    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");
    private static final String INPUT = "{\"owner\":\"ten_1\",\"runId\":\"run_1\",\"attempt\":1,\"segment\":1}";

    private final EngineFixture fixture = new EngineFixture().resume();

    @AfterEach
    void close() {
        fixture.close();
    }

    private void deployRun() throws IOException {
        try (InputStream file = RunMachineTest.class.getResourceAsStream("/statemachines/run.asl.json")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            Map<String, String> substitutions = new TreeMap<>();
            Matcher places = PLACE.matcher(text);
            while (places.find()) {
                substitutions.put(places.group(1), places.group(1));
            }
            fixture.engine.deploy("run", text, substitutions);
        }
    }

    private End run() throws Exception {
        deployRun();
        fixture.engine.start("run", "run_1-1-1", ItemMapper.parse(INPUT));
        return fixture.await("run_1-1-1");
    }

    private EngineFixture answers(String function, String json) {
        JsonNode answer = ItemMapper.parse(EngineFixture.json(json));
        return fixture.on(function + "Function", _ -> answer);
    }

    private EngineFixture settles(String function, String json) {
        JsonNode answer = ItemMapper.parse(EngineFixture.json(json));
        return fixture.on(function + "Function", payload -> {
            fixture.engine.succeed(payload.get("token").stringValue(), answer);
            return answer;
        });
    }

    private List<String> functions() {
        return fixture.calls.stream()
                .map(Call::function)
                .map(name -> name.replace("Function", ""))
                .toList();
    }

    private JsonNode lastPayload() {
        return fixture.calls.getLast().payload();
    }

    @Test
    void aRunThatIsAnsweredAtOnceFinishesAsCompleted() throws Exception {
        answers("BeginAttempt", "{'outcome':'begun','fence':7}");
        answers("TakeTurn", "{'outcome':'answered'}");
        answers("FinishRun", "{'outcome':'finished'}");
        assertEquals(new End(ExecutionStatus.SUCCEEDED, null, null), run());
        assertEquals(List.of("BeginAttempt", "TakeTurn", "FinishRun"), functions());
        assertEquals("completed", lastPayload().get("ending").stringValue());
        assertEquals(7, lastPayload().get("fence").intValue());
        assertEquals(
                "{\"error\":\"\",\"cause\":\"\"}",
                ItemMapper.write(lastPayload().get("failure")));
    }

    private void takesATurnWithCallsFirst() {
        AtomicInteger turns = new AtomicInteger();
        JsonNode calls = ItemMapper.parse(EngineFixture.json("{'outcome':'tools','readOnly':["
                + "{'callId':'c1','decision':'allow','executor':'inline','approvalSeconds':60}],'mutating':["
                + "{'callId':'c2','decision':'ask','executor':'sandbox','approvalSeconds':60},"
                + "{'callId':'c3','decision':'allow','executor':'question','approvalSeconds':60}]}"));
        JsonNode answered = ItemMapper.parse("{\"outcome\":\"answered\"}");
        fixture.on("TakeTurnFunction", _ -> turns.incrementAndGet() == 1 ? calls : answered);
    }

    @Test
    void callsOfATurnAreApprovedAndRunReadOnlyOnesFirst() throws Exception {
        answers("BeginAttempt", "{'outcome':'begun','fence':7}");
        takesATurnWithCallsFirst();
        answers("ExecuteToolCall", "{'outcome':'done'}");
        settles("RequestApproval", "{'outcome':'approved'}");
        settles("AwaitSandbox", "{'outcome':'done'}");
        settles("AwaitAnswer", "{'outcome':'done'}");
        answers("FinishRun", "{'outcome':'finished'}");
        assertEquals(new End(ExecutionStatus.SUCCEEDED, null, null), run());
        assertEquals(
                List.of(
                        "BeginAttempt",
                        "TakeTurn",
                        "ExecuteToolCall",
                        "RequestApproval",
                        "AwaitSandbox",
                        "AwaitAnswer",
                        "TakeTurn",
                        "FinishRun"),
                functions());
        assertEquals(
                List.of("1", "2"),
                fixture.calls.stream()
                        .filter(call -> call.function().equals("TakeTurnFunction"))
                        .map(call -> ItemMapper.write(call.payload().get("turn")))
                        .toList());
    }

    @Test
    void aTurnThatBreaksFinishesTheRunAsFailedWithTheError() throws Exception {
        answers("BeginAttempt", "{'outcome':'begun','fence':7}");
        fixture.failing("TakeTurnFunction", "dev.metis.error.PermanentException");
        answers("FinishRun", "{'outcome':'finished'}");
        assertEquals(new End(ExecutionStatus.SUCCEEDED, null, null), run());
        assertEquals("failed", lastPayload().get("ending").stringValue());
        assertEquals(
                "dev.metis.error.PermanentException",
                lastPayload().get("failure").get("error").stringValue());
        assertTrue(lastPayload().get("failure").get("cause").stringValue().contains("it broke"));
    }

    @Test
    void anAttemptThatWasSupersededDoesNothing() throws Exception {
        answers("BeginAttempt", "{'outcome':'superseded'}");
        assertEquals(new End(ExecutionStatus.SUCCEEDED, null, null), run());
        assertEquals(List.of("BeginAttempt"), functions());
    }

    @Test
    void aRunThatCannotBeFinishedGivesUpForTheReaper() throws Exception {
        answers("BeginAttempt", "{'outcome':'begun','fence':7}");
        answers("TakeTurn", "{'outcome':'answered'}");
        fixture.failing("FinishRunFunction", "dev.metis.error.PermanentException");
        assertEquals("RunNotFinished", run().error());
    }
}
