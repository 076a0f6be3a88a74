package dev.metis.tools;

import dev.metis.event.TurnEvent.PlanStep;
import dev.metis.event.TurnEvent.PlanUpdated;
import dev.metis.tool.InlineCall;
import dev.metis.tool.InlineResult;
import dev.metis.tool.InlineTool;
import dev.metis.tool.ToolDefinition;
import dev.metis.tool.ToolEffect;
import dev.metis.tool.ToolExecutor;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** {@code plan.update}: the plan becomes a fact of the run, and nothing else happens. */
public final class PlanUpdate implements InlineTool {
    private static final String DESCRIPTION = """
            Shows the person your plan: all its steps with their status. Use it for work of three steps or more; call \
            it again whenever a step begins or ends, with at most one step in_progress.""";
    static final ToolDefinition DEFINITION =
            Definitions.of("plan.update", DESCRIPTION, ToolEffect.PLAN, ToolExecutor.INLINE, true, 10);
    private static final String IN_PROGRESS = "in_progress";
    private static final String COMPLETED = "completed";

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public InlineResult run(InlineCall call) {
        List<PlanStep> steps = new ArrayList<>();
        for (JsonNode step : call.arguments().path("steps")) {
            steps.add(new PlanStep(
                    step.path("title").asString(), step.path("status").asString()));
        }
        long working = count(steps, IN_PROGRESS);
        if (working > 1) {
            return InlineResult.error(working + " steps are in_progress; at most one may be. The plan is unchanged.");
        }
        String text = "The plan has " + steps.size() + " steps, " + count(steps, COMPLETED) + " completed.";
        return InlineResult.ok(text, new PlanUpdated(steps));
    }

    private static long count(List<PlanStep> steps, String status) {
        return steps.stream().filter(step -> step.status().equals(status)).count();
    }
}
