package dev.metis.local.engine;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.definition.DefinitionException;
import dev.metis.local.engine.definition.DefinitionLoader;
import dev.metis.local.engine.definition.State;
import dev.metis.local.engine.definition.StateMachine;
import dev.metis.local.engine.journal.JournalEntry;
import dev.metis.local.engine.journal.JournaledExecution;
import dev.metis.port.Orchestrator.ExecutionStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Puts the executions of a journal back into memory and sets them going where they were. */
final class Resumption {
    private static final System.Logger LOG = System.getLogger(Resumption.class.getName());

    private final EngineCore core;
    private final DefinitionLoader loader;
    private final Map<String, Optional<StateMachine>> machines = new HashMap<>();
    private final List<Execution> restored = new ArrayList<>();

    Resumption(EngineCore core, DefinitionLoader loader) {
        this.core = core;
        this.loader = loader;
    }

    /** Puts all executions with their tokens into memory. None goes on before {@link #goOn}. */
    void restore() {
        for (JournaledExecution journaled : core.journal().running()) {
            Optional<StateMachine> machine =
                    machines.computeIfAbsent(journaled.start().definitionHash(), this::machine);
            if (machine.isPresent()) {
                Execution execution = restore(machine.get(), journaled);
                core.executions().put(execution.name, execution);
                execution.accepted().complete(true);
                restored.add(execution);
            } else {
                giveUp(journaled.start());
            }
        }
    }

    /** Sets the restored executions going. */
    void goOn() {
        restored.forEach(Resumption::goOn);
    }

    private Optional<StateMachine> machine(String hash) {
        try {
            return core.journal().definition(hash).map(stored -> loader.load(stored.name(), stored.text(), Map.of()));
        } catch (DefinitionException e) {
            LOG.log(System.Logger.Level.ERROR, "a stored definition is refused by this version", e);
            return Optional.empty();
        }
    }

    private void giveUp(JournalEntry.ExecutionStarted start) {
        JournalEntry.ExecutionEnded end = new JournalEntry.ExecutionEnded(
                start.execution(),
                ExecutionStatus.FAILED,
                ErrorOutput.DEFINITION,
                "The definition " + start.definitionHash()
                        + " that the execution began with is not available any more.",
                core.now());
        CompletableFuture<Void> _ = core.journal().append(List.of(end)).whenComplete((_, failure) -> {
            if (failure == null) {
                core.tell(end, ItemMapper.parse(start.input()));
            } else {
                LOG.log(System.Logger.Level.ERROR, "the end of " + start.execution() + " was not stored", failure);
            }
        });
    }

    private Execution restore(StateMachine machine, JournaledExecution journaled) {
        JournalEntry.ExecutionStarted start = journaled.start();
        Execution execution =
                new Execution(core, machine, start.execution(), ItemMapper.parse(start.input()), start.startedAt());
        Map<String, Frame> frames = new HashMap<>();
        journaled.frames().keySet().stream()
                .sorted(Comparator.comparingInt(Resumption::depth))
                .forEach(path -> {
                    Frame frame = path.isEmpty() ? execution.root : child(frames, path);
                    FrameCodec.read(Objects.requireNonNull(journaled.frames().get(path)), execution, frame);
                    frames.put(path, frame);
                    attach(execution, frame);
                });
        return execution;
    }

    private static int depth(String path) {
        return (int) path.chars().filter(c -> c == '/').count();
    }

    private static Frame child(Map<String, Frame> frames, String path) {
        int cut = path.lastIndexOf('/');
        Frame parent = Objects.requireNonNull(frames.get(path.substring(0, cut)), () -> "no frame above " + path);
        int index = Integer.parseInt(path.substring(cut + 1));
        Activity.Fan fan = (Activity.Fan) parent.activity;
        State state = parent.current();
        @Nullable JsonNode item = state instanceof State.MapState ? Fans.item(fan, index) : null;
        return Frame.child(parent, index, Fans.scope(state, index), item);
    }

    private void attach(Execution execution, Frame frame) {
        if (frame.parent != null) {
            Activity.Fan fan = (Activity.Fan) frame.parent.activity;
            fan.children.put(frame.index, frame);
            if (frame.activity instanceof Activity.Done) {
                fan.done++;
            } else {
                fan.running++;
            }
        }
        if (frame.activity instanceof Activity.Call call && call.token != null) {
            core.tokens().put(call.token, new Engine.TokenWait(execution, frame));
        }
    }

    private static void goOn(Execution execution) {
        AslEngine.armTimeout(execution);
        goOn(execution, execution.root);
    }

    private static void goOn(Execution execution, Frame frame) {
        switch (frame.activity) {
            case Activity.Call call when call.returned -> Tasks.start(execution, frame, call);
            case Activity.Call call -> Tasks.again(execution, frame, call);
            case Activity.Backoff backoff -> Interpreter.armBackoff(execution, frame, backoff);
            case Activity.Sleep sleep -> Interpreter.armSleep(execution, frame, sleep);
            case Activity.Fan fan -> List.copyOf(fan.children.values()).forEach(child -> goOn(execution, child));
            case Activity.Done _ -> {}
            case Activity.Idle _ -> throw new IllegalStateException("an idle frame was stored");
        }
    }
}
