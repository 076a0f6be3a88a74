package dev.metis.usecase;

import dev.metis.approval.Question;
import dev.metis.approval.QuestionId;
import dev.metis.approval.ReviewAnswer;
import dev.metis.event.ApprovalEvent.QuestionAsked;
import dev.metis.event.WaitKind;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.item.Lookups;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.Write;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.tool.CallState;
import dev.metis.tool.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Questions to people as parts of a {@link RunEdit}: what a model asks, and what became of a call nobody knows of. */
final class Reviews {
    /** Pending questions of a tenant, oldest first. */
    static final String INDEX = "QUESTIONS";

    private final IdSource ids;

    Reviews(IdSource ids) {
        this.ids = ids;
    }

    /** The call started, and whether it took effect is unknown: it stops until a person says. */
    void open(RunEdit edit, ToolCall call) {
        edit.with(ToolCalls.put(edit.run(), call.state(CallState.IN_REVIEW)));
        edit.working(-1);
        ask(
                edit,
                call,
                Question.Kind.REVIEW,
                "The call of " + call.tool() + " was started, and the sandbox or process that ran it was lost before it"
                        + " reported. Did it take effect? Say 'happened' if it did, 'run_it' to run it once more, 'skip'"
                        + " to leave it.",
                ReviewAnswer.words());
    }

    void ask(RunEdit edit, ToolCall call, Question.Kind kind, String text, @Nullable List<String> choices) {
        Run run = edit.run();
        Question question = new Question(
                new QuestionId(QuestionId.PREFIX + ids.ulid()),
                run.id(),
                run.spec().conversationId(),
                call.id(),
                kind,
                text,
                choices,
                Question.Status.PENDING,
                null,
                null,
                null,
                edit.now());
        edit.with(ToolCalls.put(run, question));
        edit.with(Lookups.put(run.owner(), question.id().value(), run.id()));
        ObjectNode entry = ItemMapper.object();
        entry.put("id", question.id().value());
        entry.put("runId", run.id().value());
        edit.with(new Write.Put(
                Keys.index(
                        run.owner(), INDEX, question.createdAt(), question.id().value()),
                entry,
                new Condition.NotExists()));
        edit.turnEvent(new QuestionAsked(
                question.id(), call.id(), ItemMapper.toTree(kind).asString(), text, choices));
        edit.waitOpened(WaitKind.USER).settle();
    }

    /** The writes that end a question; the caller appends the event. */
    static void close(RunEdit edit, Question settled) {
        Run run = edit.run();
        edit.with(ToolCalls.put(run, settled));
        edit.with(new Write.Delete(
                Keys.index(run.owner(), INDEX, settled.createdAt(), settled.id().value()), new Condition.Always()));
        edit.waitClosed(WaitKind.USER);
    }
}
