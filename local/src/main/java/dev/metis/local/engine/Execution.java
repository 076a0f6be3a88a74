package dev.metis.local.engine;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.definition.StateMachine;
import dev.metis.local.engine.journal.JournalEntry;
import dev.metis.port.Orchestrator.ExecutionStatus;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One execution in memory. All that happens to it happens in turns, one at a time: a turn changes the frames, its entries
 * are made durable together, and only then its effects take place.
 */
final class Execution {
    private final Engine engine;
    private final StateMachine machine;
    private final ReentrantLock lock = new ReentrantLock();
    private final CompletableFuture<Boolean> accepted = new CompletableFuture<>();
    private final ObjectNode contextExecution;
    private final ObjectNode contextMachine;
    final String name;
    final JsonNode input;
    final Instant startedAt;
    final Frame root;
    int events;
    Instant lastEntered = Instant.EPOCH;
    Timers.@Nullable Timer timeout;
    private boolean open = true;
    private volatile ExecutionStatus status = ExecutionStatus.RUNNING;

    Execution(Engine engine, StateMachine machine, String name, JsonNode input, Instant startedAt) {
        this.engine = engine;
        this.machine = machine;
        this.name = name;
        this.input = input;
        this.startedAt = startedAt;
        this.root = Frame.root(machine.scope());
        String base = "arn:aws:states:local:000000000000:";
        contextExecution = ItemMapper.object();
        contextExecution.put("Id", base + "execution:" + machine.name() + ":" + name);
        contextExecution.set("Input", input);
        contextExecution.put("Name", name);
        contextExecution.put("StartTime", ItemMapper.timestamp(startedAt));
        contextMachine = ItemMapper.object();
        contextMachine.put("Id", base + "stateMachine:" + machine.name());
        contextMachine.put("Name", machine.name());
    }

    Engine engine() {
        return engine;
    }

    StateMachine machine() {
        return machine;
    }

    ObjectNode contextExecution() {
        return contextExecution;
    }

    ObjectNode contextMachine() {
        return contextMachine;
    }

    ExecutionStatus status() {
        return status;
    }

    void ended(ExecutionStatus with) {
        status = with;
    }

    /** Whether the name was this execution's to take; ends once that is durable. */
    CompletableFuture<Boolean> accepted() {
        return accepted;
    }

    /** The next instant at which a state is entered: never twice the same, and never going back. */
    Instant enterTime() {
        Instant now = engine.now();
        lastEntered = now.isAfter(lastEntered) ? now : lastEntered.plusMillis(1);
        return lastEntered;
    }

    /**
     * Takes a turn, unless the execution is closed. The future ends when the turn is durable and its effects are under
     * way.
     */
    CompletableFuture<Void> turn(Consumer<Turn> work) {
        Turn turn;
        CompletableFuture<Void> durable;
        lock.lock();
        try {
            if (!open) {
                return CompletableFuture.completedFuture(null);
            }
            turn = Turn.take(this, work);
            open = !turn.ends();
            List<JournalEntry> entries = turn.entries();
            durable = entries.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : engine.journal().append(entries);
        } catch (RuntimeException e) {
            halt(e);
            return CompletableFuture.failedFuture(e);
        } finally {
            lock.unlock();
        }
        return durable.whenComplete((_, failure) -> {
            if (failure == null) {
                turn.takeEffect();
            } else {
                halt(failure);
            }
        });
    }

    /** Takes a turn that nobody waits for; a journal that refuses it halts the execution. */
    void post(Consumer<Turn> work) {
        CompletableFuture<Void> _ = turn(work);
    }

    /** Runs something under the lock, if the execution is still open; for what needs no turn. */
    void locked(Runnable action) {
        lock.lock();
        try {
            if (open) {
                action.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nothing happens to it any more in this engine; what is durable stays as it is. */
    void close() {
        lock.lock();
        try {
            open = false;
            Frames.abandon(engine, root);
            if (timeout != null) {
                timeout.cancel();
            }
        } finally {
            lock.unlock();
        }
    }

    /** May run on the journal's thread, which must not wait for the lock: its holder may be waiting for the journal. */
    private void halt(Throwable reason) {
        engine.halted(this, reason);
        engine.dispatch(this::close);
    }
}
