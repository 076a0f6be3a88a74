package dev.metis.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.event.TurnEvent.PlanStep;
import dev.metis.event.TurnEvent.PlanUpdated;
import dev.metis.json.StrictJson;
import dev.metis.run.RunId;
import dev.metis.tool.CallId;
import dev.metis.tool.InlineCall;
import dev.metis.tool.InlineResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanUpdateTest {
    private static final String ULID = "01JDZZZZZZZZZZZZZZZZZZZZZZ";

    private final PlanUpdate tool = new PlanUpdate();

    @Test
    void makesThePlanAFactOfTheRun() {
        InlineResult result = tool.run(call("""
                {"steps":[{"title":"Read","status":"completed"},{"title":"Write","status":"in_progress"}]}"""));
        assertEquals(
                InlineResult.ok(
                        "The plan has 2 steps, 1 completed.",
                        new PlanUpdated(
                                List.of(new PlanStep("Read", "completed"), new PlanStep("Write", "in_progress")))),
                result);
    }

    @Test
    void refusesTwoStepsInProgressAndChangesNothing() {
        InlineResult result = tool.run(call("""
                {"steps":[{"title":"A","status":"in_progress"},{"title":"B","status":"in_progress"}]}"""));
        assertTrue(result.error());
        assertEquals(List.of(), result.facts());
    }

    private static InlineCall call(String arguments) {
        return new InlineCall(new RunId("run_" + ULID), new CallId("call_" + ULID), StrictJson.parse(arguments));
    }
}
