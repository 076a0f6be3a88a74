package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationQueue;
import dev.metis.conversation.ConversationStore;
import dev.metis.event.LifecycleEvent.RunCancelled;
import dev.metis.event.LifecycleEvent.RunCancelling;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.Orchestrator;
import dev.metis.port.Scheduler;
import dev.metis.port.Write;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.RunStatus;
import dev.metis.run.RunStore;
import dev.metis.run.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks a run to stop. From the transaction on no turn begins, no call starts and no wait opens; open waits are settled as
 * cancelled. A run that only waits in the queue ends at once. Ten seconds later the run is ended by force, if it has not
 * ended itself.
 */
public final class CancelRun {
    /** Target of the timer that ends a cancelled run by force. */
    public static final String FORCE = "force-cancel";

    private static final Duration GRACE = Duration.ofSeconds(10);

    private final RunStore runs;
    private final ToolCalls calls;
    private final ConversationStore conversations;
    private final FinishRun finishRun;
    private final WakeWait wake;
    private final Scheduler scheduler;
    private final Orchestrator orchestrator;

    public CancelRun(
            RunStore runs,
            ConversationStore conversations,
            FinishRun finishRun,
            WakeWait wake,
            Scheduler scheduler,
            Orchestrator orchestrator) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.conversations = conversations;
        this.finishRun = finishRun;
        this.wake = wake;
        this.scheduler = scheduler;
        this.orchestrator = orchestrator;
    }

    /** How a cancel ended. */
    public sealed interface Result {
        /** It is cancelled, or about to be. */
        record Accepted(Run run) implements Result {}

        /** It had ended otherwise before. */
        record AlreadyEnded(Run run) implements Result {}
    }

    private record Done(Result result, List<Wait> waits, boolean deadline) {}

    public Result cancel(TenantId owner, RunId id, String by, @Nullable String reason) {
        Done done = runs.change(owner, id, edit -> decide(edit, by, reason));
        if (done.deadline()) {
            scheduler.at(runs.now().plus(GRACE), FORCE, owner.value() + "/" + id.value());
        }
        done.waits().forEach(wait -> wake.soon(owner, id, wait.kind(), wait.callId()));
        return done.result();
    }

    /** Ends a run whose cancel was not finished in time; the timer's key is {@code <owner>/<run>}. */
    public void force(String key) {
        int slash = key.indexOf('/');
        TenantId owner = new TenantId(key.substring(0, slash));
        RunId id = new RunId(key.substring(slash + 1));
        runs.find(owner, id).filter(Run::open).filter(Run::cancelRequested).ifPresent(run -> {
            String execution = run.execution();
            finishRun.force(owner, id, new FinishRun.Ending.Cancelled());
            if (execution != null) {
                orchestrator.stop(execution, "Cancelled", "the run was cancelled and did not end in time");
            }
        });
    }

    private Decision<Done> decide(RunEdit edit, String by, @Nullable String reason) {
        Run run = edit.run();
        if (!run.open()) {
            Result result =
                    run.status() == RunStatus.CANCELLED ? new Result.Accepted(run) : new Result.AlreadyEnded(run);
            return Decision.keep(new Done(result, List.of(), false));
        }
        if (run.cancelRequested()) {
            return Decision.keep(new Done(new Result.Accepted(run), List.of(), true));
        }
        edit.head(fields -> fields.cancel(new Run.Cancel(edit.now(), by, reason)));
        ConversationQueue queue = conversations.queue(run.owner(), run.spec().conversationId());
        if (!Objects.equals(queue.activeRun(), run.id())) {
            takeOut(edit, queue, by, reason);
            return Decision.commit(new Done(new Result.Accepted(edit.run()), List.of(), false));
        }
        edit.transition(RunStatus.CANCELLING).event(new RunCancelling(by, reason));
        finishRun.withdraw(edit);
        List<Wait> waits = settleWaits(edit);
        return Decision.commit(new Done(new Result.Accepted(edit.run()), waits, true));
    }

    /** A run that only waits in the queue: its place is deleted and its head closed. */
    private static void takeOut(RunEdit edit, ConversationQueue queue, String by, @Nullable String reason) {
        Run run = edit.run();
        edit.transition(RunStatus.CANCELLED).event(new RunCancelled(by, reason));
        edit.close();
        edit.with(new Write.Delete(
                Keys.next(run.owner(), run.spec().conversationId(), run.spec().ticket()), new Condition.Exists()));
        edit.with(ConversationStore.moveQueue(run.owner(), run.spec().conversationId(), queue, queue.withdraw()));
    }

    private List<Wait> settleWaits(RunEdit edit) {
        Run run = edit.run();
        List<Wait> settled = new ArrayList<>();
        for (Item item : calls.all(run.owner(), run.id(), "WAIT#")) {
            Wait wait = ItemMapper.fromTree(item.attributes(), Wait.class);
            // A call in the sandbox is ended by the sandbox, which reports it; the deadline ends one that does not.
            if (wait.state() == Wait.State.OPEN && wait.kind() != Wait.Kind.SANDBOX) {
                edit.with(wait.settled(ItemMapper.toTree(StepResult.CANCELLED)).put(run.owner(), run.id()));
                settled.add(wait);
            }
        }
        return List.copyOf(settled);
    }
}
