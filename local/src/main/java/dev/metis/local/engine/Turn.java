package dev.metis.local.engine;

import dev.metis.local.engine.journal.JournalEntry;
import dev.metis.port.Orchestrator.ExecutionStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One turn of an execution: what is still to interpret, which frames changed, and what to do once that is durable. Steps
 * wait in a queue, so neither long chains of states nor many items deepen the stack.
 */
final class Turn {
    private final Execution execution;
    private final Deque<Runnable> steps = new ArrayDeque<>();
    private final List<JournalEntry> facts = new ArrayList<>();
    private final Set<Frame> changed = new LinkedHashSet<>();
    private final List<Runnable> effects = new ArrayList<>();
    private JournalEntry.@Nullable ExecutionEnded end;

    private Turn(Execution execution) {
        this.execution = execution;
    }

    /** Runs the work and all steps it leads to. A fault of the engine itself ends the execution, it never hangs. */
    static Turn take(Execution execution, Consumer<Turn> work) {
        Turn turn = new Turn(execution);
        try {
            turn.steps.add(() -> work.accept(turn));
            turn.drain();
            return turn;
        } catch (HistoryFull e) {
            turn.end(ExecutionStatus.FAILED, new ErrorOutput(ErrorOutput.RUNTIME, HistoryFull.CAUSE));
            return turn;
        } catch (RuntimeException e) {
            System.getLogger(Turn.class.getName())
                    .log(System.Logger.Level.ERROR, "execution " + execution.name + " met a fault of the engine", e);
            Turn last = new Turn(execution);
            last.facts.addAll(turn.facts);
            last.end(ExecutionStatus.FAILED, new ErrorOutput(ErrorOutput.RUNTIME, "A fault of the engine: " + e));
            return last;
        }
    }

    private void drain() {
        for (Runnable step = steps.poll(); step != null && end == null; step = steps.poll()) {
            step.run();
        }
    }

    Execution execution() {
        return execution;
    }

    void later(Runnable step) {
        steps.add(step);
    }

    void fact(JournalEntry entry) {
        facts.add(entry);
    }

    void changed(Frame frame) {
        changed.add(frame);
    }

    /** The frames below are gone; entries about them that this turn still holds go too. */
    void dropped(Frame parent) {
        changed.removeIf(frame -> frame.path.startsWith(parent.path + "/"));
        facts.add(new JournalEntry.FramesDropped(execution.name, parent.path));
    }

    void effect(Runnable effect) {
        effects.add(effect);
    }

    /** Counts history events as Step Functions would write them; one place is kept for the event that ends it all. */
    void count(int events) {
        execution.events += events;
        if (execution.events >= EngineLimits.EVENTS) {
            throw new HistoryFull();
        }
    }

    /** Ends the execution. The first end counts. */
    void end(ExecutionStatus status, @Nullable ErrorOutput error) {
        if (end != null) {
            return;
        }
        Engine engine = execution.engine();
        Frames.abandon(engine, execution.root);
        if (execution.timeout != null) {
            execution.timeout.cancel();
        }
        end = new JournalEntry.ExecutionEnded(
                execution.name,
                status,
                error == null ? null : error.error(),
                error == null ? null : error.cause(),
                engine.now());
    }

    boolean ends() {
        return end != null;
    }

    /** What has to be durable before the effects take place. */
    List<JournalEntry> entries() {
        List<JournalEntry> entries = new ArrayList<>(facts);
        if (end != null) {
            entries.removeIf(entry -> !(entry instanceof JournalEntry.ExecutionStarted));
            entries.add(end);
            return entries;
        }
        for (Frame frame : changed) {
            entries.add(new JournalEntry.FrameStored(execution.name, frame.path, FrameCodec.write(execution, frame)));
        }
        return entries;
    }

    /**
     * Lets the effects happen, now that all is durable. This may be the journal's thread, which must not wait for a lock
     * whose holder may be waiting for the journal: what needs one goes to a thread of its own.
     */
    void takeEffect() {
        if (end != null) {
            execution.engine().ended(execution, end);
        } else if (!effects.isEmpty()) {
            execution.engine().dispatch(() -> effects.forEach(Runnable::run));
        }
    }

    /** No further event fits into the history. */
    private static final class HistoryFull extends RuntimeException {
        static final String CAUSE =
                "The execution reached the maximum number of history events (" + EngineLimits.EVENTS + ").";
        private static final long serialVersionUID = 1L;

        HistoryFull() {
            super(CAUSE, null, false, false);
        }
    }
}
