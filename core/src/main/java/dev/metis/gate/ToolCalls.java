package dev.metis.gate;

import dev.metis.access.TenantId;
import dev.metis.approval.ApprovalRequest;
import dev.metis.approval.Question;
import dev.metis.artifact.ArtifactId;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.event.ToolEvent.ToolFinished;
import dev.metis.event.ToolEvent.ToolStarted;
import dev.metis.event.ToolOutcome;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.json.CanonicalJson;
import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Write;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.Step;
import dev.metis.run.Wait;
import dev.metis.tool.CallId;
import dev.metis.tool.CallState;
import dev.metis.tool.ToolCall;
import dev.metis.tool.ToolReceipt;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/**
 * The calls of a run as items, and the moves of a call as parts of a {@link RunEdit}: start (spends the clearance), finish
 * (writes the one receipt). Every move is guarded by the head's version, which each of them raises.
 */
public final class ToolCalls {
    private static final int PREVIEW_CHARS = 4_000;

    private final ItemStore store;

    public ToolCalls(ItemStore store) {
        this.store = store;
    }

    public ToolCall get(TenantId owner, RunId run, CallId id) {
        return store.get(Keys.ofRun(owner, run, "CALL", id.value()))
                .map(item -> ItemMapper.fromTree(item.attributes(), ToolCall.class))
                .orElseThrow(() -> new PermanentException(ErrorCode.NOT_FOUND, "there is no such tool call"));
    }

    public Optional<ToolReceipt> receipt(TenantId owner, RunId run, CallId id) {
        return store.get(Keys.ofRun(owner, run, "RCPT", id.value()))
                .map(item -> ItemMapper.fromTree(item.attributes(), ToolReceipt.class));
    }

    public ApprovalRequest approval(TenantId owner, RunId run, dev.metis.approval.ApprovalId id) {
        return store.get(Keys.ofRun(owner, run, "APPR", id.value()))
                .map(item -> ItemMapper.fromTree(item.attributes(), ApprovalRequest.class))
                .orElseThrow(() -> new PermanentException(ErrorCode.NOT_FOUND, "there is no such approval"));
    }

    /** The calls of a run that have no receipt yet. */
    public List<ToolCall> unfinished(TenantId owner, RunId run) {
        return all(owner, run, "CALL#").stream()
                .map(item -> ItemMapper.fromTree(item.attributes(), ToolCall.class))
                .filter(call -> call.state() != CallState.FINISHED)
                .toList();
    }

    /** Every item of a run whose sort key starts with the prefix. */
    public List<Item> all(TenantId owner, RunId run, String prefix) {
        List<Item> items = new ArrayList<>();
        Query query = Query.prefix(Table.MAIN, Keys.run(owner, run), prefix, Query.MAX_LIMIT);
        while (true) {
            var page = store.query(query);
            items.addAll(page.items());
            if (page.next().isEmpty()) {
                return List.copyOf(items);
            }
            query = query.after(page.next().get());
        }
    }

    /** Takes the call's epoch for a step, if its order is not behind the one that works on it. */
    public static boolean take(RunEdit edit, CallId id, String step, Step by) {
        Run.CallMark mark = edit.run().calls().get(id.value());
        if (mark != null && behind(mark, step, by)) {
            return false;
        }
        long epoch = mark == null ? 1 : mark.epoch() + 1;
        edit.head(fields -> fields.call(id.value(), new Run.CallMark(epoch, step, by.order())));
        return true;
    }

    /**
     * An invocation of the same step must not be older (an equal one is the same, made again after its process died); a
     * different step of the call is entered after the one before.
     */
    private static boolean behind(Run.CallMark mark, String step, Step by) {
        return mark.step().equals(step)
                ? by.order().compareTo(mark.order()) < 0
                : by.order().enteredAt().isBefore(mark.order().enteredAt())
                        && by.order().attempt() <= mark.order().attempt();
    }

    public static Write put(Run run, ToolCall call) {
        return new Write.Put(
                Keys.ofRun(run.owner(), run.id(), "CALL", call.id().value()),
                ItemMapper.attributes(call),
                new Condition.Always());
    }

    public static Write put(Run run, ApprovalRequest approval) {
        return new Write.Put(
                Keys.ofRun(run.owner(), run.id(), "APPR", approval.id().value()),
                ItemMapper.attributes(approval),
                new Condition.Always());
    }

    public static Write put(Run run, Question question) {
        return new Write.Put(
                Keys.ofRun(run.owner(), run.id(), "QUES", question.id().value()),
                ItemMapper.attributes(question),
                new Condition.Always());
    }

    /** Marks the call started and spends its approval: from here on its outcome is unknown until the receipt. */
    public void start(RunEdit edit, ToolCall call, ToolCall.@Nullable Handout handout) {
        Run run = edit.run();
        if (call.clearance() == ToolCall.Clearance.GRANTED && call.approvalId() != null) {
            ApprovalRequest approval = approval(run.owner(), run.id(), call.approvalId());
            edit.with(put(run, approval.spent()));
        }
        edit.with(put(run, call.started(edit.now(), handout)));
        edit.working(1).settle();
        edit.turnEvent(new ToolStarted(call.id(), call.executor().wire(), call.idempotencyKey()));
    }

    /** Writes the receipt of a call, whatever state it is in, and takes it off the head. */
    public static void finish(RunEdit edit, ToolCall call, Result result) {
        Run run = edit.run();
        StringNode text = StringNode.valueOf(wellFormed(result.text()));
        String hash = CanonicalJson.sha256(text);
        ToolReceipt receipt = receipt(edit, call, result, text, hash);
        edit.with(new Write.Put(
                Keys.ofRun(run.owner(), run.id(), "RCPT", call.id().value()),
                ItemMapper.attributes(receipt),
                new Condition.NotExists()));
        edit.with(put(run, call.state(CallState.FINISHED)));
        if (call.state() == CallState.STARTED) {
            edit.working(-1);
        }
        edit.head(fields -> fields.callClosed(call.id().value()));
        edit.turnEvent(new ToolFinished(
                call.id(),
                result.outcome(),
                hash,
                preview(text.asString()),
                result.artifactId(),
                result.duration().toMillis(),
                result.workspaceVersion()));
    }

    private static ToolReceipt receipt(RunEdit edit, ToolCall call, Result result, StringNode text, String hash) {
        return new ToolReceipt(
                call.id(),
                call.turn(),
                call.index(),
                call.tool(),
                call.idempotencyKey(),
                result.outcome(),
                edit.stow("result-" + call.id().value(), text),
                hash,
                result.artifactId(),
                result.duration().toMillis(),
                result.workspaceVersion(),
                call.editedBy() == null ? null : call.arguments(),
                call.editedBy(),
                edit.now());
    }

    /** Settles the call's wait of the kind, if it has an open one: its execution is owed the result. */
    public void settle(RunEdit edit, CallId call, Wait.Kind kind, Object owed) {
        Run run = edit.run();
        Wait.find(store, run.owner(), run.id(), kind, call.value())
                .filter(wait -> wait.state() == Wait.State.OPEN)
                .ifPresent(
                        wait -> edit.with(wait.settled(ItemMapper.toTree(owed)).put(run.owner(), run.id())));
    }

    /** What a call gave: the text for the model, and what else its receipt names. */
    public record Result(
            ToolOutcome outcome,
            String text,
            @Nullable ArtifactId artifactId,
            Duration duration,
            @Nullable String workspaceVersion) {
        public static Result of(ToolOutcome outcome, String text) {
            return new Result(outcome, text, null, Duration.ZERO, null);
        }
    }

    /** The text with every lone surrogate replaced: what can be stored, hashed and shown. */
    public static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String preview(String text) {
        if (text.codePointCount(0, text.length()) <= PREVIEW_CHARS) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, PREVIEW_CHARS)) + "…";
    }
}
