package dev.metis.usecase;

import dev.metis.access.Caller;
import dev.metis.approval.ApprovalId;
import dev.metis.approval.ApprovalRequest;
import dev.metis.approval.ApprovalStatus;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.event.ToolOutcome;
import dev.metis.gate.Approvals;
import dev.metis.gate.ToolCalls;
import dev.metis.item.Lookups;
import dev.metis.json.CanonicalJson;
import dev.metis.port.IdSource;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.RunStore;
import dev.metis.run.Wait;
import dev.metis.tool.FileBefore;
import dev.metis.tool.ToolCall;
import dev.metis.tool.ToolCatalogue;
import dev.metis.tool.Workspaces;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A person's decision on an approval request: compare-and-set in the store first, then the wake-up. The same decision
 * again is answered with the first; nothing is decided after the expiry.
 */
public final class DecideApproval {
    private final RunStore runs;
    private final ToolCalls calls;
    private final Approvals approvals;
    private final Workspaces workspaces;
    private final ToolCatalogue tools;
    private final ToolCheck check;
    private final WakeWait wake;
    private final Audit audit;

    public DecideApproval(
            RunStore runs,
            Workspaces workspaces,
            ToolCatalogue tools,
            ToolCheck check,
            WakeWait wake,
            Audit audit,
            IdSource ids) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.approvals = new Approvals(calls, ids);
        this.workspaces = workspaces;
        this.tools = tools;
        this.check = check;
        this.wake = wake;
        this.audit = audit;
    }

    /** What a person says; {@code argumentsHash} is that of the arguments as shown to them. */
    public record Command(
            boolean approve,
            String argumentsHash,
            @Nullable JsonNode editedArguments,
            @Nullable String comment) {}

    /** How a decision ended. */
    public sealed interface Result {
        /** It stands (now, or since the same decision before). */
        record Settled(ApprovalRequest request) implements Result {}

        /** The contrary was decided before, or the request was withdrawn. */
        record AlreadyDecided(ApprovalRequest request) implements Result {}

        /** Nobody decided in time; this one neither. */
        record Expired(ApprovalRequest request) implements Result {}

        /** The hash is not that of the arguments. */
        record HashMismatch() implements Result {}

        /** The file changed since it was asked. */
        record Stale() implements Result {}
    }

    public Result decide(Caller caller, ApprovalId id, Command command) {
        RunId run = Lookups.find(runs.items(), caller.tenant(), id.value())
                .orElseThrow(() -> new PermanentException(ErrorCode.NOT_FOUND, "there is no such approval"));
        Result result = runs.change(caller.tenant(), run, edit -> decide(edit, caller, id, command));
        if (result instanceof Result.Settled(ApprovalRequest request)) {
            wake.soon(caller.tenant(), run, Wait.Kind.APPROVAL, request.callId().value());
        } else {
            if (result instanceof Result.Expired(ApprovalRequest request)) {
                wake.soon(
                        caller.tenant(),
                        run,
                        Wait.Kind.APPROVAL,
                        request.callId().value());
            }
            audit.record(
                    caller.tenant(),
                    run,
                    "approval_decision_refused",
                    caller.name() + " "
                            + (command.approve() ? "approve" : "deny") + " " + id.value() + ": "
                            + result.getClass().getSimpleName());
        }
        return result;
    }

    private Decision<Result> decide(RunEdit edit, Caller caller, ApprovalId id, Command command) {
        Run run = edit.run();
        ApprovalRequest request = calls.approval(run.owner(), run.id(), id);
        if (!request.argumentsHash().equals(command.argumentsHash())) {
            return Decision.keep(new Result.HashMismatch());
        }
        if (request.status() != ApprovalStatus.PENDING) {
            return Decision.keep(again(request, command));
        }
        ToolCall call = calls.get(run.owner(), run.id(), request.callId());
        if (!edit.now().isBefore(request.expiresAt())) {
            RequestApproval.expire(approvals, edit, request, call);
            return Decision.commit(new Result.Expired(request));
        }
        if (!command.approve()) {
            ApprovalRequest.Decided decided = decided(caller, edit, "denied", command, null);
            approvals.refuse(
                    edit, request, call, ApprovalStatus.DENIED, decided, ToolOutcome.DENIED, denial(command.comment()));
            return Decision.commit(new Result.Settled(request.settled(ApprovalStatus.DENIED, decided)));
        }
        if (stale(run, request)) {
            return Decision.keep(new Result.Stale());
        }
        ToolCall approved = edited(edit, caller, call, command);
        String editedHash = approved.argumentsHash().equals(call.argumentsHash()) ? null : approved.argumentsHash();
        ApprovalRequest.Decided decided = decided(caller, edit, "approved", command, editedHash);
        approvals.approve(edit, request, approved, decided);
        return Decision.commit(new Result.Settled(request.settled(ApprovalStatus.APPROVED, decided)));
    }

    private static Result again(ApprovalRequest request, Command command) {
        return switch (request.status()) {
            case APPROVED, SPENT ->
                command.approve() ? new Result.Settled(request) : new Result.AlreadyDecided(request);
            case DENIED -> command.approve() ? new Result.AlreadyDecided(request) : new Result.Settled(request);
            case EXPIRED -> new Result.Expired(request);
            case WITHDRAWN, PENDING -> new Result.AlreadyDecided(request);
        };
    }

    private boolean stale(Run run, ApprovalRequest request) {
        FileBefore asked = request.file();
        return asked != null
                && !workspaces
                        .fileBefore(run.owner(), run.spec().conversationId(), asked.path())
                        .equals(Optional.of(asked));
    }

    /** The call with the person's arguments, which must fit the tool before the approval is spent on them. */
    private ToolCall edited(RunEdit edit, Caller caller, ToolCall call, Command command) {
        JsonNode arguments = command.editedArguments();
        if (arguments == null) {
            return call;
        }
        tools.find(call.tool())
                .flatMap(tool -> check.violations(tool, arguments))
                .ifPresent(wrong -> {
                    throw new PermanentException(ErrorCode.INVALID_REQUEST, "editedArguments: " + wrong);
                });
        String hash = CanonicalJson.sha256(arguments);
        return hash.equals(call.argumentsHash())
                ? call
                : call.edited(edit.stow("arguments-" + call.id().value(), arguments), hash, caller.name());
    }

    private static ApprovalRequest.Decided decided(
            Caller caller, RunEdit edit, String word, Command command, @Nullable String editedHash) {
        return new ApprovalRequest.Decided(
                word, caller.name(), caller.principal(), edit.now(), command.comment(), editedHash);
    }

    private static String denial(@Nullable String comment) {
        return comment == null || comment.isBlank()
                ? "not run: a person denied this call"
                : "not run: a person denied this call and said: " + comment;
    }
}
