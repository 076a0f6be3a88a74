package dev.metis.usecase;

import dev.metis.approval.ApprovalRequest;
import dev.metis.approval.ApprovalStatus;
import dev.metis.approval.Question;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.ConversationQueue;
import dev.metis.conversation.ConversationStore;
import dev.metis.event.ApprovalEvent.ApprovalDecided;
import dev.metis.event.LifecycleEvent.RunCancelled;
import dev.metis.event.LifecycleEvent.RunCompleted;
import dev.metis.event.LifecycleEvent.RunError;
import dev.metis.event.LifecycleEvent.RunFailed;
import dev.metis.event.LifecycleEvent.RunInterrupted;
import dev.metis.event.LifecycleEvent.RunReady;
import dev.metis.event.ToolOutcome;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.Query;
import dev.metis.port.SandboxLauncher;
import dev.metis.port.Table;
import dev.metis.port.Write;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.RunStatus;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import dev.metis.run.Wait;
import dev.metis.tool.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ends a run, once: the terminal event, a receipt for every call still without one, open requests withdrawn, the lease
 * released, and the conversation's queue advanced with the next run made ready, all in one transaction. Then the next
 * execution is started and the sandbox stopped.
 */
public final class FinishRun {
    private final RunStore runs;
    private final ToolCalls calls;
    private final ConversationStore conversations;
    private final StartExecution startExecution;
    private final SandboxLauncher launcher;
    private final WakeWait wake;

    public FinishRun(
            RunStore runs,
            ConversationStore conversations,
            StartExecution startExecution,
            SandboxLauncher launcher,
            WakeWait wake) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.conversations = conversations;
        this.startExecution = startExecution;
        this.launcher = launcher;
        this.wake = wake;
    }

    /** How a run ends. A run whose cancel was accepted ends cancelled, whatever else happened to it. */
    public sealed interface Ending {
        /** With an answer. */
        record Completed() implements Ending {}

        /** With an error. */
        record Failed(RunError error) implements Ending {}

        /** As asked. */
        record Cancelled() implements Ending {}

        /** Lost by the platform. */
        record Interrupted(String reason) implements Ending {}
    }

    /** Ends the run for its step; a step that may not write any more changes nothing. */
    public StepResult finish(Step step, Ending ending) {
        return end(step.owner(), step.runId(), ending, step);
    }

    /** Ends the run for the control plane, whoever holds its lease. */
    public StepResult force(dev.metis.access.TenantId owner, RunId id, Ending ending) {
        return end(owner, id, ending, null);
    }

    private record Ended(StepResult result, Run run, Optional<Run> next, List<Wait> waits) {}

    private StepResult end(dev.metis.access.TenantId owner, RunId id, Ending ending, @Nullable Step step) {
        Ended ended = runs.change(owner, id, edit -> decide(edit, ending, step));
        if (ended.result().equals(StepResult.FINISHED)) {
            ended.next().ifPresent(startExecution::soon);
            SandboxLauncher.SandboxKey sandbox = Sandboxes.current(ended.run());
            if (sandbox != null) {
                launcher.stop(sandbox);
            }
            ended.waits().forEach(wait -> wake.soon(owner, id, wait.kind(), wait.callId()));
        }
        return ended.result();
    }

    private Decision<Ended> decide(RunEdit edit, Ending ending, @Nullable Step step) {
        Run run = edit.run();
        if (!run.open()) {
            return Decision.keep(new Ended(StepResult.CLOSED, run, Optional.empty(), List.of()));
        }
        if (step != null && run.fence() != step.fence()) {
            return Decision.keep(new Ended(StepResult.SUPERSEDED, run, Optional.empty(), List.of()));
        }
        List<Wait> waits = closeWaits(edit);
        withdraw(edit);
        for (ToolCall call : calls.unfinished(run.owner(), run.id())) {
            ToolCalls.finish(
                    edit, call, ToolCalls.Result.of(ToolOutcome.CANCELLED, "cancelled: the run ended before it"));
        }
        conclude(edit, ending);
        Optional<Run> next = advance(edit);
        return Decision.commit(new Ended(StepResult.FINISHED, edit.run(), next, waits));
    }

    private void conclude(RunEdit edit, Ending ending) {
        Run.Cancel cancel = edit.run().cancel();
        Ending real = cancel == null ? ending : new Ending.Cancelled();
        switch (real) {
            case Ending.Completed() -> {
                String reason = Objects.requireNonNullElse(edit.run().finishReason(), "stop");
                edit.transition(RunStatus.COMPLETED).event(new RunCompleted(reason));
            }
            case Ending.Failed(RunError error) ->
                edit.transition(RunStatus.FAILED)
                        .head(fields -> fields.error(error))
                        .event(new RunFailed(error));
            case Ending.Cancelled() -> {
                String by = cancel == null ? "system" : cancel.by();
                edit.transition(RunStatus.CANCELLED)
                        .event(new RunCancelled(by, cancel == null ? null : cancel.reason()));
            }
            case Ending.Interrupted(String reason) ->
                edit.transition(RunStatus.INTERRUPTED).event(new RunInterrupted(reason));
        }
        edit.close();
    }

    /** Settles every open wait as cancelled: an execution that still stands in one learns that it is over. */
    private List<Wait> closeWaits(RunEdit edit) {
        Run run = edit.run();
        List<Wait> open = new ArrayList<>();
        for (Item item : calls.all(run.owner(), run.id(), "WAIT#")) {
            Wait wait = ItemMapper.fromTree(item.attributes(), Wait.class);
            if (wait.state() == Wait.State.OPEN) {
                edit.with(wait.settled(ItemMapper.toTree(StepResult.CANCELLED)).put(run.owner(), run.id()));
                open.add(wait);
            }
        }
        return List.copyOf(open);
    }

    /** Withdraws what people were still asked. */
    void withdraw(RunEdit edit) {
        Run run = edit.run();
        for (Item item : calls.all(run.owner(), run.id(), "APPR#")) {
            ApprovalRequest request = ItemMapper.fromTree(item.attributes(), ApprovalRequest.class);
            if (request.status() == ApprovalStatus.PENDING) {
                withdraw(edit, request);
            }
        }
        for (Question question : new Questions(calls).all(run.owner(), run.id())) {
            if (question.status() == Question.Status.PENDING) {
                Reviews.close(edit, question.settled(Question.Status.CANCELLED, null, null, edit.now()));
            }
        }
    }

    private static void withdraw(RunEdit edit, ApprovalRequest request) {
        Run run = edit.run();
        edit.with(ToolCalls.put(
                run,
                request.settled(
                        ApprovalStatus.WITHDRAWN,
                        new ApprovalRequest.Decided("withdrawn", null, null, edit.now(), null, null))));
        edit.with(new Write.Delete(
                Keys.index(
                        run.owner(),
                        dev.metis.gate.Approvals.INDEX,
                        request.createdAt(),
                        request.id().value()),
                new Condition.Always()));
        edit.turnEvent(new ApprovalDecided(request.id(), request.callId(), "withdrawn", null, null, null));
    }

    /** Makes the next waiting run the conversation's active one, if this run is active now. */
    private Optional<Run> advance(RunEdit edit) {
        Run run = edit.run();
        ConversationId conversation = run.spec().conversationId();
        ConversationQueue queue = conversations.queue(run.owner(), conversation);
        if (!Objects.equals(queue.activeRun(), run.id())) {
            return Optional.empty();
        }
        Optional<Item> first = runs
                .items()
                .query(Query.prefix(Table.MAIN, Keys.conversation(run.owner(), conversation), "NEXT#", 1))
                .items()
                .stream()
                .findFirst();
        if (first.isEmpty()) {
            edit.with(ConversationStore.moveQueue(run.owner(), conversation, queue, queue.release()));
            return Optional.empty();
        }
        RunId nextId = new RunId(first.get().attributes().path("runId").asString());
        RunEdit next = runs.edit(runs.get(run.owner(), nextId));
        long ticket = next.run().spec().ticket();
        next.event(new RunReady(ticket)).head(fields -> fields.wanted(new Run.Wanted(1, 1)));
        next.asWrites().forEach(edit::with);
        edit.with(new Write.Delete(first.get().key(), new Condition.Exists()));
        edit.with(ConversationStore.moveQueue(run.owner(), conversation, queue, queue.promote(ticket, nextId)));
        return Optional.of(next.run());
    }
}
