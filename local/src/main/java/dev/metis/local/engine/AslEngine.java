package dev.metis.local.engine;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.local.engine.definition.DefinitionLoader;
import dev.metis.local.engine.definition.StateMachine;
import dev.metis.local.engine.expression.StatesFunctions;
import dev.metis.local.engine.journal.EngineJournal;
import dev.metis.local.engine.journal.JournalEntry;
import dev.metis.port.IdSource;
import dev.metis.port.Orchestrator;
import dev.metis.port.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs state machines on this machine as Step Functions would. A start, an answer and a stop are durable when the call
 * returns; so is a task before its function is called. Whatever had not ended when the process died goes on after
 * {@link #resume}: a task that was running is called again, with the retry count it had. An execution that waits holds no
 * thread.
 */
public final class AslEngine implements Orchestrator, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PRUNE = Duration.ofDays(1);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,80}");

    /** What the engine is made of; it owns the timers and closes them. */
    public record Parts(
            TimeSource time,
            IdSource ids,
            Timers timers,
            EngineJournal journal,
            FunctionInvoker functions,
            EngineListener listener) {
        public Parts {
            Objects.requireNonNull(time, "time is null");
            Objects.requireNonNull(ids, "ids is null");
            Objects.requireNonNull(timers, "timers is null");
            Objects.requireNonNull(journal, "journal is null");
            Objects.requireNonNull(functions, "functions is null");
            Objects.requireNonNull(listener, "listener is null");
        }
    }

    private final EngineCore core;
    private final DefinitionLoader loader;
    private final Map<String, StateMachine> machines = new ConcurrentHashMap<>();
    private final AtomicBoolean resumed = new AtomicBoolean();
    private volatile boolean ready;

    public AslEngine(Parts parts) {
        this.core = new EngineCore(parts);
        this.loader = new DefinitionLoader(new StatesFunctions(parts.time(), parts.ids()));
    }

    /**
     * Makes a definition the one that new executions of that name begin with; running ones keep theirs. Refused whole
     * when anything in it is not supported.
     */
    public void deploy(String stateMachine, String definition, Map<String, String> substitutions) {
        StateMachine machine = loader.load(stateMachine, definition, substitutions);
        await(core.journal()
                .append(List.of(new JournalEntry.DefinitionStored(machine.hash(), machine.name(), machine.text()))));
        machines.put(stateMachine, machine);
    }

    /** Sets unfinished executions going. Called once, when functions can be called and before anything else is asked. */
    public void resume() {
        if (resumed.getAndSet(true)) {
            throw new IllegalStateException("the engine has resumed already");
        }
        Resumption resumption = new Resumption(core, loader);
        resumption.restore();
        ready = true; // before anything goes on, for a function may answer a token at once
        resumption.goOn();
        prune();
    }

    private void prune() {
        core.journal()
                .forgetEndedBefore(core.now().minus(EngineLimits.KEEP_ENDED))
                .exceptionally(failure -> {
                    System.getLogger(AslEngine.class.getName())
                            .log(System.Logger.Level.WARNING, "old executions could not be forgotten", failure);
                    return null;
                });
        core.timers().at(core.now().plus(PRUNE), () -> core.dispatch(this::prune));
    }

    @Override
    public StartResult start(String stateMachine, String executionName, JsonNode input) {
        requireServing();
        StateMachine machine = machines.get(stateMachine);
        if (machine == null) {
            throw new PermanentException(
                    ErrorCode.DEFINITION_UNAVAILABLE, "No state machine " + stateMachine + " is deployed.");
        }
        if (!NAME.matcher(executionName).matches()) {
            throw new IllegalArgumentException("an execution's name is 1 to 80 of A-Z a-z 0-9 - _");
        }
        requirePayload(input);
        JsonNode copy = ItemMapper.parse(ItemMapper.write(input));
        Execution execution = new Execution(core, machine, executionName, copy, core.now());
        Execution other = core.executions().putIfAbsent(executionName, execution);
        return other == null ? begin(execution) : again(other, stateMachine, copy);
    }

    private static StartResult again(Execution other, String stateMachine, JsonNode input) {
        boolean same = await(other.accepted())
                && other.status() == ExecutionStatus.RUNNING
                && other.machine().name().equals(stateMachine)
                && other.input.equals(input);
        return same ? StartResult.STARTED : StartResult.ALREADY_USED;
    }

    private StartResult begin(Execution execution) {
        try {
            if (core.journal().ended(execution.name).isPresent()) {
                core.executions().remove(execution.name, execution);
                execution.accepted().complete(false);
                return StartResult.ALREADY_USED;
            }
            CompletableFuture<Void> durable = execution.turn(turn -> {
                turn.fact(new JournalEntry.ExecutionStarted(
                        execution.name,
                        execution.machine().hash(),
                        ItemMapper.write(execution.input),
                        execution.startedAt));
                turn.count(1);
                turn.effect(() -> armTimeout(execution));
                Interpreter.begin(turn, execution.root, execution.input);
            });
            await(durable);
            execution.accepted().complete(true);
            return StartResult.STARTED;
        } catch (RuntimeException e) {
            core.executions().remove(execution.name, execution);
            execution.accepted().completeExceptionally(e);
            throw e;
        }
    }

    static void armTimeout(Execution execution) {
        Duration timeout = execution.machine().timeout().orElse(null);
        if (timeout == null) {
            return;
        }
        Engine engine = execution.engine();
        String cause = "The execution took longer than the TimeoutSeconds of its state machine.";
        execution.locked(() -> execution.timeout = engine.timers()
                .at(
                        execution.startedAt.plus(timeout),
                        () -> engine.dispatch(() -> execution.post(turn ->
                                turn.end(ExecutionStatus.TIMED_OUT, new ErrorOutput(ErrorOutput.TIMEOUT, cause))))));
    }

    @Override
    public void stop(String executionName, String error, String cause) {
        requireServing();
        Execution execution = core.executions().get(executionName);
        if (execution != null && await(execution.accepted())) {
            await(execution.turn(turn -> turn.end(ExecutionStatus.STOPPED, new ErrorOutput(error, cause))));
        }
    }

    @Override
    public Optional<ExecutionStatus> status(String executionName) {
        requireServing();
        Execution execution = core.executions().get(executionName);
        if (execution != null && await(execution.accepted())) {
            return Optional.of(execution.status());
        }
        return core.journal().ended(executionName).map(JournalEntry.ExecutionEnded::status);
    }

    @Override
    public TokenResult succeed(String taskToken, JsonNode output) {
        requirePayload(output);
        return settle(taskToken, ItemMapper.parse(ItemMapper.write(output)), null);
    }

    @Override
    public TokenResult fail(String taskToken, String error, String cause) {
        return settle(taskToken, null, new ErrorOutput(error, cause));
    }

    private TokenResult settle(String token, @Nullable JsonNode output, @Nullable ErrorOutput error) {
        requireServing();
        Engine.TokenWait wait = core.tokens().get(token);
        if (wait == null) {
            return TokenResult.GONE;
        }
        AtomicBoolean settled = new AtomicBoolean();
        await(wait.execution().turn(turn -> settled.set(Tasks.settle(turn, wait.frame(), token, output, error))));
        return settled.get() ? TokenResult.ACCEPTED : TokenResult.GONE;
    }

    /** Accepted at once; the time of the heartbeat becomes durable right after. */
    @Override
    public TokenResult heartbeat(String taskToken) {
        requireServing();
        Engine.TokenWait wait = core.tokens().get(taskToken);
        if (wait == null) {
            return TokenResult.GONE;
        }
        AtomicBoolean alive = new AtomicBoolean();
        wait.execution().post(turn -> alive.set(Tasks.heartbeat(turn, wait.frame(), taskToken)));
        return alive.get() ? TokenResult.ACCEPTED : TokenResult.GONE;
    }

    private void requireServing() {
        if (!ready) {
            throw new IllegalStateException("the engine has not resumed yet");
        }
        if (!core.serves()) {
            throw new TransientException(ErrorCode.ORCHESTRATOR_UNAVAILABLE, "The engine is closed or cannot write.");
        }
    }

    private static void requirePayload(JsonNode payload) {
        if (PayloadSize.of(payload) > EngineLimits.PAYLOAD_BYTES) {
            throw new PermanentException(
                    ErrorCode.PAYLOAD_LIMIT, "A state payload has at most " + EngineLimits.PAYLOAD_BYTES + " bytes.");
        }
    }

    private static <T> T await(CompletableFuture<T> durable) {
        try {
            return durable.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new TransientException(ErrorCode.ORCHESTRATOR_UNAVAILABLE, "The journal refused a write.", e);
        } catch (TimeoutException e) {
            throw new TransientException(ErrorCode.ORCHESTRATOR_UNAVAILABLE, "The journal does not answer.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransientException(ErrorCode.ORCHESTRATOR_UNAVAILABLE, "Interrupted while waiting.", e);
        }
    }

    @Override
    public void close() {
        core.close();
    }
}
