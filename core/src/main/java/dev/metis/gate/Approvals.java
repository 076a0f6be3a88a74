package dev.metis.gate;

import dev.metis.approval.ApprovalId;
import dev.metis.approval.ApprovalRequest;
import dev.metis.approval.ApprovalStatus;
import dev.metis.event.ApprovalEvent.ApprovalDecided;
import dev.metis.event.ApprovalEvent.ApprovalRequested;
import dev.metis.event.ToolOutcome;
import dev.metis.event.WaitKind;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.item.Lookups;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.Write;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.Wait;
import dev.metis.tool.CallState;
import dev.metis.tool.FileBefore;
import dev.metis.tool.ToolCall;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The moves of an approval request as parts of a {@link RunEdit}: ask, approve, end without approval. */
public final class Approvals {
    /** Pending requests of a tenant, oldest first. */
    public static final String INDEX = "APPROVALS";

    private final ToolCalls calls;
    private final IdSource ids;

    public Approvals(ToolCalls calls, IdSource ids) {
        this.calls = calls;
        this.ids = ids;
    }

    /** Asks for the call; its execution waits with the token. */
    public void ask(RunEdit edit, ToolCall call, String token, Duration lifetime, @Nullable FileBefore file) {
        Run run = edit.run();
        ApprovalRequest request = new ApprovalRequest(
                new ApprovalId(ApprovalId.PREFIX + ids.ulid()),
                run.id(),
                run.spec().conversationId(),
                call.id(),
                call.tool(),
                call.arguments(),
                call.argumentsHash(),
                call.reason(),
                ApprovalStatus.PENDING,
                file,
                HexFormat.of().formatHex(ids.secret(16)),
                edit.now(),
                edit.now().plus(lifetime),
                null);
        edit.with(ToolCalls.put(run, request));
        edit.with(Lookups.put(run.owner(), request.id().value(), run.id()));
        edit.with(indexPut(run, request));
        edit.with(ToolCalls.put(run, call.approval(request.id()).state(CallState.WAITING)));
        edit.with(Wait.open(Wait.Kind.APPROVAL, call.id().value(), token).put(run.owner(), run.id()));
        edit.turnEvent(new ApprovalRequested(request.id(), call.id(), request.argumentsHash(), request.expiresAt()));
        edit.waitOpened(WaitKind.APPROVAL).settle();
    }

    /** Approves: the call may start once. {@code approved} is the call as it may start, edits included. */
    public void approve(RunEdit edit, ApprovalRequest request, ToolCall approved, ApprovalRequest.Decided decided) {
        close(edit, request, ApprovalStatus.APPROVED, decided);
        edit.with(ToolCalls.put(edit.run(), approved.state(CallState.PROPOSED).clearance(ToolCall.Clearance.GRANTED)));
        edit.settle();
    }

    /** Ends the request without approval: the call gets its receipt and will not run. */
    public void refuse(
            RunEdit edit,
            ApprovalRequest request,
            ToolCall call,
            ApprovalStatus status,
            ApprovalRequest.Decided decided,
            ToolOutcome outcome,
            String text) {
        close(edit, request, status, decided);
        ToolCalls.finish(edit, call, ToolCalls.Result.of(outcome, text));
        edit.settle();
    }

    private void close(RunEdit edit, ApprovalRequest request, ApprovalStatus status, ApprovalRequest.Decided decided) {
        Run run = edit.run();
        edit.with(ToolCalls.put(run, request.settled(status, decided)));
        edit.with(new Write.Delete(
                Keys.index(run.owner(), INDEX, request.createdAt(), request.id().value()), new Condition.Always()));
        edit.turnEvent(new ApprovalDecided(
                request.id(),
                request.callId(),
                status.wire(),
                decided.by(),
                decided.comment(),
                decided.editedArgumentsHash()));
        edit.waitClosed(WaitKind.APPROVAL);
        calls.settle(edit, request.callId(), Wait.Kind.APPROVAL, outcomeOf(status));
    }

    /** What the waiting execution is owed: routed by the state machine. */
    private static ObjectNode outcomeOf(ApprovalStatus status) {
        ObjectNode owed = ItemMapper.object();
        owed.put(
                "outcome",
                switch (status) {
                    case APPROVED, SPENT -> "approved";
                    case DENIED, EXPIRED -> "finished";
                    case WITHDRAWN -> "cancelled";
                    case PENDING -> throw new IllegalStateException("a pending request owes nothing");
                });
        return owed;
    }

    private static Write indexPut(Run run, ApprovalRequest request) {
        ObjectNode entry = ItemMapper.object();
        entry.put("id", request.id().value());
        entry.put("runId", run.id().value());
        return new Write.Put(
                Keys.index(run.owner(), INDEX, request.createdAt(), request.id().value()),
                entry,
                new Condition.NotExists());
    }
}
