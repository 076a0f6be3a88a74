package dev.metis.run;

import dev.metis.access.TenantId;
import dev.metis.artifact.Payloads;
import dev.metis.event.LifecycleEvent.RunResumed;
import dev.metis.event.LifecycleEvent.RunWaiting;
import dev.metis.event.RunEvent;
import dev.metis.event.RunEventBody;
import dev.metis.event.WaitKind;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One change of a run, made of verbs, written as one transaction: the head (compare-and-set on {@code version} and
 * {@code lastSeq}), the events it tells of, and whatever else is handed in. Nothing is written before
 * {@link RunStore} commits it.
 */
public final class RunEdit {
    private final Run before;
    private final Instant now;
    private final Payloads payloads;
    private final List<Write> events = new ArrayList<>();
    private final List<Write> others = new ArrayList<>();
    private Run run;

    RunEdit(Run before, Instant now, Payloads payloads) {
        this.before = before;
        this.now = now;
        this.payloads = payloads;
        this.run = before;
    }

    /** The edit that creates a run. */
    public static RunEdit create(Run.Spec spec, Instant now, Payloads payloads) {
        return new RunEdit(Run.accepted(spec), now, payloads);
    }

    /** The run as this edit has it so far. */
    public Run run() {
        return run;
    }

    public Instant now() {
        return now;
    }

    public TenantId owner() {
        return run.owner();
    }

    /** Replaces the head; status changes go through {@link #transition}. */
    public RunEdit head(UnaryOperator<RunFields> change) {
        run = change.apply(new RunFields(run)).run();
        return this;
    }

    /** Moves to another status along the table. */
    public RunEdit transition(RunStatus to) {
        RunLifecycle.require(run.status(), to);
        return head(fields -> fields.status(to));
    }

    /** Adds a write of another item to the transaction. */
    public RunEdit with(Write write) {
        others.add(write);
        return this;
    }

    /** Appends an event that belongs to no turn. */
    public RunEdit event(RunEventBody body) {
        return append(body, OptionalInt.empty());
    }

    /** Appends an event of the turn in work. */
    public RunEdit turnEvent(RunEventBody body) {
        return append(
                body,
                run.turn().begun() == 0
                        ? OptionalInt.empty()
                        : OptionalInt.of(run.turn().begun()));
    }

    /** A value as it may lie in an item: itself, or a reference to an artifact that this transaction makes known. */
    public JsonNode stow(String name, JsonNode value) {
        return payloads.stow(run.owner(), run.id(), name, value, now, others::add);
    }

    /** Gives the lease to the execution of an attempt: raises the fence. */
    public RunEdit lease(String execution, int attempt, int segment) {
        long fence = run.fence() + 1;
        with(new Lease(execution, attempt, fence).take(run));
        return head(fields ->
                fields.fence(fence).execution(execution).attempt(attempt).segment(segment));
    }

    /** Closes the head after its terminal event, and releases the lease: nothing writes to the run any more. */
    public RunEdit close() {
        with(Lease.release(run));
        return head(fields -> fields.open(false)
                .finishedAt(now)
                .waits(Run.Waits.NONE)
                .working(0)
                .fence(run.fence() + 1));
    }

    public RunEdit waitOpened(WaitKind kind) {
        return head(fields -> fields.waits(count(run.waits(), kind, 1)));
    }

    public RunEdit waitClosed(WaitKind kind) {
        return head(fields -> fields.waits(count(run.waits(), kind, -1)));
    }

    public RunEdit working(int delta) {
        return head(fields -> fields.working(run.working() + delta));
    }

    /**
     * Derives running or waiting from the counters: a run waits when nothing of it works and a wait is open. Says so in
     * the log when that changed.
     */
    public RunEdit settle() {
        if (run.status() != RunStatus.RUNNING && !run.status().waiting()) {
            return this;
        }
        RunStatus to = waitingOn(run).map(RunStatus::waitingOn).orElse(RunStatus.RUNNING);
        if (to == run.status()) {
            return this;
        }
        RunStatus from = run.status();
        for (WaitKind kind : WaitKind.values()) {
            if (from == RunStatus.waitingOn(kind)) {
                turnEvent(new RunResumed(kind));
            }
        }
        transition(to);
        waitingOn(run).ifPresent(kind -> turnEvent(new RunWaiting(kind)));
        return this;
    }

    /** The transaction. The head is first. */
    List<Write> writes() {
        boolean creating = before.version() == 0;
        Run head = new RunFields(run).version(before.version() + 1).run();
        Condition condition = creating
                ? new Condition.NotExists()
                : Condition.all(
                        new Condition.Equal(List.of("version"), ItemMapper.toTree(before.version())),
                        new Condition.Equal(List.of("lastSeq"), ItemMapper.toTree(before.lastSeq())));
        List<Write> all = new ArrayList<>();
        all.add(new Write.Put(Keys.runHead(run.owner(), run.id()), ItemMapper.attributes(head), condition));
        all.addAll(events);
        all.addAll(others);
        return List.copyOf(all);
    }

    /** The writes of an edit that is part of a larger transaction, such as a new run or the next one in a queue. */
    public List<Write> asWrites() {
        return writes();
    }

    private RunEdit append(RunEventBody body, OptionalInt turn) {
        if (!before.open()) {
            throw new IllegalStateException("the log of a closed run takes no event");
        }
        long seq = run.lastSeq() + 1;
        RunEvent event = new RunEvent(run.id(), seq, now, run.attempt(), turn, body);
        ObjectNode json = event.toJson();
        ObjectNode data = (ObjectNode) json.path("data");
        json.set(
                "data", payloads.stowMembers(run.owner(), run.id(), event.type().wire(), data, now, others::add));
        events.add(new Write.Put(Keys.event(run.owner(), run.id(), seq), json, new Condition.NotExists()));
        return head(fields -> fields.lastSeq(seq));
    }

    private static Optional<WaitKind> waitingOn(Run run) {
        if (run.working() > 0) {
            return Optional.empty();
        }
        Run.Waits waits = run.waits();
        if (waits.approval() > 0) {
            return Optional.of(WaitKind.APPROVAL);
        }
        if (waits.user() > 0) {
            return Optional.of(WaitKind.USER);
        }
        if (waits.child() > 0) {
            return Optional.of(WaitKind.CHILD);
        }
        return waits.slot() > 0 ? Optional.of(WaitKind.SLOT) : Optional.empty();
    }

    private static Run.Waits count(Run.Waits waits, WaitKind kind, int delta) {
        return switch (kind) {
            case APPROVAL -> new Run.Waits(waits.approval() + delta, waits.user(), waits.child(), waits.slot());
            case USER -> new Run.Waits(waits.approval(), waits.user() + delta, waits.child(), waits.slot());
            case CHILD -> new Run.Waits(waits.approval(), waits.user(), waits.child() + delta, waits.slot());
            case SLOT -> new Run.Waits(waits.approval(), waits.user(), waits.child(), waits.slot() + delta);
        };
    }
}
