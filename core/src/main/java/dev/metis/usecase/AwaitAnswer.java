package dev.metis.usecase;

import dev.metis.approval.Question;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.port.IdSource;
import dev.metis.port.Orchestrator;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import dev.metis.run.Wait;
import dev.metis.tool.CallId;
import dev.metis.tool.CallState;
import dev.metis.tool.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Parks the execution until a person answers the question about a call: the one the model asks with {@code ask_user},
 * which is asked here, or the review of a call whose outcome is unknown, which is open already.
 */
public final class AwaitAnswer {
    private static final String STEP = "awaitAnswer";

    private final RunStore runs;
    private final ToolCalls calls;
    private final Questions questions;
    private final Reviews reviews;
    private final Orchestrator orchestrator;

    public AwaitAnswer(RunStore runs, Orchestrator orchestrator, IdSource ids) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.questions = new Questions(calls);
        this.reviews = new Reviews(ids);
        this.orchestrator = orchestrator;
    }

    public StepResult await(Step step, CallId id, String token) {
        StepResult result = runs.change(step.owner(), step.runId(), edit -> decide(edit, step, id, token));
        return RequestApproval.answerAtOnce(orchestrator, token, result);
    }

    private Decision<StepResult> decide(RunEdit edit, Step step, CallId id, String token) {
        Run run = edit.run();
        Optional<StepResult> refused = TakeTurn.refused(step, run);
        if (refused.isPresent()) {
            return Decision.keep(refused.get());
        }
        ToolCall call = calls.get(run.owner(), run.id(), id);
        if (call.state() == CallState.FINISHED) {
            return Decision.keep(StepResult.FINISHED);
        }
        Optional<Question> asked = questions.latest(run.owner(), run.id(), id);
        if (call.state() == CallState.PROPOSED && asked.isPresent()) {
            return Decision.keep(StepResult.RUN_IT);
        }
        if (!ToolCalls.take(edit, id, STEP, step)) {
            return Decision.keep(StepResult.SUPERSEDED);
        }
        if (asked.isEmpty()) {
            JsonNode arguments = runs.payloads().load(run.owner(), call.arguments());
            edit.with(ToolCalls.put(edit.run(), call.state(CallState.WAITING)));
            reviews.ask(
                    edit, call, Question.Kind.USER, arguments.path("question").asString(), choices(arguments));
        }
        edit.with(Wait.open(Wait.Kind.ANSWER, id.value(), token).put(run.owner(), run.id()));
        return Decision.commit(StepResult.WAITING);
    }

    private static @org.jspecify.annotations.Nullable List<String> choices(JsonNode arguments) {
        JsonNode given = arguments.path("choices");
        if (!given.isArray() || given.isEmpty()) {
            return null;
        }
        List<String> choices = new ArrayList<>();
        given.forEach(choice -> choices.add(choice.asString()));
        return choices;
    }

    /** The answer as the waiting execution is owed it. */
    static JsonNode owed(StepResult result) {
        return ItemMapper.toTree(result);
    }
}
