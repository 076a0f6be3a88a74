package dev.metis.function.api;

import dev.metis.access.TenantId;
import dev.metis.approval.ApprovalId;
import dev.metis.approval.Question;
import dev.metis.approval.QuestionId;
import dev.metis.artifact.Payloads;
import dev.metis.gate.Approvals;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.item.Lookups;
import dev.metis.json.CanonicalJson;
import dev.metis.port.Condition;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Write;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunId;
import dev.metis.run.RunStore;
import dev.metis.tool.CallDecision;
import dev.metis.tool.CallId;
import dev.metis.tool.CallState;
import dev.metis.tool.ToolCall;
import dev.metis.tool.ToolEffect;
import dev.metis.tool.ToolExecutor;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts requests to people into runs, as the steps of a run would. */
final class PendingRequests {
    static final JsonNode ARGUMENTS = ItemMapper.object().put("command", "ls -la");
    static final String HASH = CanonicalJson.sha256(ARGUMENTS);

    private final ApiHarness metis;
    private final RunStore runs;
    private final ToolCalls calls;

    PendingRequests(ApiHarness metis) {
        this.metis = metis;
        this.runs = new RunStore(metis.store, metis.time, new Payloads(metis.artifacts, metis.ids));
        this.calls = new ToolCalls(metis.store);
    }

    /** An approval that waits for a day. */
    ApprovalId approval(TenantId owner, RunId run) {
        runs.change(owner, run, edit -> {
            new Approvals(calls, metis.ids).ask(edit, proposed(call()), "wait-token", Duration.ofDays(1), null);
            return Decision.commit(true);
        });
        return new ApprovalId(pending(owner, Approvals.INDEX));
    }

    /** A question that waits. */
    QuestionId question(TenantId owner, RunId run, Question.Kind kind, @Nullable List<String> choices) {
        CallId call = call();
        Run head = runs.get(owner, run);
        Question question = new Question(
                new QuestionId(QuestionId.PREFIX + metis.ids.ulid()),
                run,
                head.spec().conversationId(),
                call,
                kind,
                "Which?",
                choices,
                Question.Status.PENDING,
                null,
                null,
                null,
                metis.time.now());
        ObjectNode entry = ItemMapper.object().put("id", question.id().value()).put("runId", run.value());
        metis.put(ToolCalls.put(head, proposed(call).state(CallState.WAITING)));
        metis.put(ToolCalls.put(head, question));
        metis.put(Lookups.put(owner, question.id().value(), run));
        metis.put(new Write.Put(
                Keys.index(
                        owner, "QUESTIONS", question.createdAt(), question.id().value()),
                entry,
                new Condition.NotExists()));
        return question.id();
    }

    private String pending(TenantId owner, String index) {
        var page = metis.store.query(
                Query.prefix(Table.MAIN, Keys.indexPk(owner, index), "", 100).backwards());
        return page.items().getFirst().attributes().path("id").asString();
    }

    private CallId call() {
        return new CallId(CallId.PREFIX + metis.ids.ulid());
    }

    private static ToolCall proposed(CallId id) {
        return new ToolCall(
                id,
                1,
                0,
                "shell.exec",
                ToolEffect.EXECUTE,
                ToolExecutor.SANDBOX,
                false,
                ARGUMENTS,
                HASH,
                "key-" + id.value(),
                CallDecision.ASK,
                "mode approval-required asks before tools that run commands",
                CallState.PROPOSED,
                ToolCall.Clearance.NONE,
                null,
                null,
                null,
                null);
    }
}
