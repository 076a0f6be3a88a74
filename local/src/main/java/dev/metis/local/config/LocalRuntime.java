package dev.metis.local.config;

import dev.metis.access.TenantId;
import dev.metis.artifact.Payloads;
import dev.metis.conversation.ConversationStore;
import dev.metis.function.gateway.RunSandboxGateway;
import dev.metis.function.schema.NetworkntSchemaValidator;
import dev.metis.function.step.StepUseCases;
import dev.metis.function.stream.Outbox;
import dev.metis.local.engine.AslEngine;
import dev.metis.local.engine.EngineListener;
import dev.metis.local.engine.FunctionFailure;
import dev.metis.local.engine.ThreadTimers;
import dev.metis.local.engine.journal.SqliteEngineJournal;
import dev.metis.local.sandbox.BubblewrapSandboxLauncher;
import dev.metis.local.sandbox.SandboxSettings;
import dev.metis.local.store.DataDirectory;
import dev.metis.local.store.LocalStore;
import dev.metis.port.IdSource;
import dev.metis.port.Orchestrator.ExecutionStatus;
import dev.metis.port.SandboxLauncher.SandboxKey;
import dev.metis.port.TimeSource;
import dev.metis.run.RunId;
import dev.metis.run.RunStore;
import dev.metis.tool.InlineTool;
import dev.metis.tool.ToolCatalogue;
import dev.metis.tool.Workspaces;
import dev.metis.tools.CoreTools;
import dev.metis.tools.PlanUpdate;
import dev.metis.usecase.AnswerQuestion;
import dev.metis.usecase.Audit;
import dev.metis.usecase.AwaitAnswer;
import dev.metis.usecase.AwaitSandbox;
import dev.metis.usecase.BeginAttempt;
import dev.metis.usecase.CancelRun;
import dev.metis.usecase.DecideApproval;
import dev.metis.usecase.ExecuteToolCall;
import dev.metis.usecase.ExecutionEnded;
import dev.metis.usecase.FinishRun;
import dev.metis.usecase.RecordSandboxResult;
import dev.metis.usecase.RequestApproval;
import dev.metis.usecase.SandboxWork;
import dev.metis.usecase.Sandboxes;
import dev.metis.usecase.StartExecution;
import dev.metis.usecase.StartRun;
import dev.metis.usecase.TakeTurn;
import dev.metis.usecase.ToolCheck;
import dev.metis.usecase.WakeWait;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs on this machine: store, engine, functions, providers and sandboxes, wired. {@link #start} sets going what an
 * earlier process left; {@link #close} stops everything in order and leaves it resumable.
 */
public final class LocalRuntime implements AutoCloseable {
    private static final Duration FLUSH_EVERY = Duration.ofMillis(100);
    private static final Duration APPROVAL_LIFETIME = Duration.ofHours(24);
    private static final Pattern EXECUTION = Pattern.compile("(run_[0-9A-Z]{26})-\\d+-\\d+");

    private final LocalStore store;
    private final TimeSource time;
    private final IdSource ids = new SystemIds();
    private final ToolCatalogue tools = new CoreTools();
    private final NetworkntSchemaValidator validator = new NetworkntSchemaValidator();
    private final Providers providers;
    private final AslEngine engine;
    private final BubblewrapSandboxLauncher launcher;
    private final RunSignals signals = new RunSignals();
    private final RunStore runs;
    private final ConversationStore conversations;
    private final WakeWait wake;
    private final StartExecution startExecution;
    private final FinishRun finishRun;
    private final Sandboxes sandboxes;
    private final StepContext steps;
    private final StartRun startRun;
    private final CancelRun cancelRun;
    private final DecideApproval decideApproval;
    private final AnswerQuestion answerQuestion;
    private final AtomicReference<@Nullable StepContext> functions = new AtomicReference<>();

    private LocalRuntime(DataDirectory data, LocalStore store, Map<String, String> environment, TimeSource time)
            throws IOException {
        this.store = store;
        this.time = time;
        this.providers = Providers.of(environment, time);
        this.engine = engine();
        this.runs = new RunStore(store.items(), time, new Payloads(store.artifacts(), ids));
        this.conversations = new ConversationStore(store.items());
        this.wake = new WakeWait(store.items(), engine);
        this.startExecution = new StartExecution(engine);
        Workspaces workspaces = new Workspaces(store.items(), store.artifacts());
        Audit audit = new Audit(store.items(), time, ids);
        ToolCheck check = new ToolCheck(validator);
        RecordSandboxResult results = new RecordSandboxResult(runs, workspaces, wake, audit, ids);
        SandboxWork work = new SandboxWork(runs, tools, engine, time, ids);
        RunSandboxGateway gateway = new RunSandboxGateway(work, results, store.artifacts(), signals, time);
        this.launcher = BubblewrapSandboxLauncher.create(sandboxSettings(data), gateway, store.artifacts(), time);
        this.sandboxes = new Sandboxes(runs, launcher, wake, ids);
        this.finishRun = new FinishRun(runs, conversations, startExecution, launcher, wake);
        this.startRun = new StartRun(runs, conversations, ids, startExecution);
        this.cancelRun = new CancelRun(runs, conversations, finishRun, wake, store.scheduler(), engine);
        this.decideApproval = new DecideApproval(runs, workspaces, tools, check, wake, audit, ids);
        this.answerQuestion = new AnswerQuestion(runs, wake);
        this.steps = new StepContext(new StepUseCases(
                new BeginAttempt(runs, tools),
                takeTurn(runs, tools, check, providers, time, ids),
                new ExecuteToolCall(runs, ids, LocalRuntime::inline),
                new RequestApproval(runs, workspaces, engine, ids, APPROVAL_LIFETIME),
                new AwaitAnswer(runs, engine, ids),
                new AwaitSandbox(runs, sandboxes, engine, ids),
                finishRun));
        functions.set(steps);
    }

    private static TakeTurn takeTurn(
            RunStore runs, ToolCatalogue tools, ToolCheck check, Providers providers, TimeSource time, IdSource ids) {
        TakeTurn.Settings settings = new TakeTurn.Settings(FLUSH_EVERY, APPROVAL_LIFETIME);
        return new TakeTurn(runs, tools, check, providers::find, time, ids, settings);
    }

    /** Wires everything over an opened store; nothing runs before {@link #start}. */
    public static LocalRuntime wire(
            DataDirectory data, LocalStore store, Map<String, String> environment, TimeSource time) throws IOException {
        return new LocalRuntime(data, store, environment, time);
    }

    /** Goes on with what an earlier process left, and takes new runs. */
    public void start() throws IOException {
        List<SandboxKey> lost = launcher.recoverLost();
        launcher.onEnded(sandboxes::ended);
        String definition = definition();
        Map<String, String> substitutions = new HashMap<>();
        for (String name : dev.metis.function.step.StepFunctions.NAMES) {
            substitutions.put(Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Function", name);
        }
        substitutions.put("StateMachineVersion", version(definition));
        engine.deploy(StartExecution.STATE_MACHINE, definition, substitutions);
        store.scheduler().register(CancelRun.FORCE, cancelRun::force);
        store.changes().subscribe("sandbox-signals", signals);
        engine.resume();
        store.changes().subscribe(Outbox.CONSUMER, new Outbox(startExecution, wake));
        for (SandboxKey key : lost) {
            sandboxes.ended(key);
            launcher.forget(key);
        }
    }

    public LocalStore store() {
        return store;
    }

    public IdSource ids() {
        return ids;
    }

    public TimeSource time() {
        return time;
    }

    public NetworkntSchemaValidator validator() {
        return validator;
    }

    public ToolCatalogue tools() {
        return tools;
    }

    public Providers providers() {
        return providers;
    }

    public RunStore runs() {
        return runs;
    }

    public ConversationStore conversations() {
        return conversations;
    }

    public StartRun startRun() {
        return startRun;
    }

    public CancelRun cancelRun() {
        return cancelRun;
    }

    public DecideApproval decideApproval() {
        return decideApproval;
    }

    public AnswerQuestion answerQuestion() {
        return answerQuestion;
    }

    /** Stops executions where they are, then sandboxes and functions; the store is its opener's to close. */
    @Override
    public void close() {
        engine.close();
        launcher.close();
        steps.close();
    }

    private AslEngine engine() {
        return new AslEngine(new AslEngine.Parts(
                time,
                ids,
                new ThreadTimers(time),
                new SqliteEngineJournal(store.database()),
                (name, payload) -> {
                    StepContext ready = functions.get();
                    if (ready == null) {
                        throw new FunctionFailure("Lambda.ServiceException", "the functions are not ready");
                    }
                    return ready.invoke(name, payload);
                },
                new EndListener()));
    }

    /** An execution that dies takes its run with it: nothing else would ever end the run. */
    private final class EndListener implements EngineListener {
        @Override
        public void executionEnded(
                String name, JsonNode input, ExecutionStatus status, @Nullable String error, @Nullable String cause) {
            Matcher run = EXECUTION.matcher(name);
            if (!run.matches()) {
                return;
            }
            new ExecutionEnded(runs, finishRun)
                    .ended(
                            new TenantId(input.path("owner").asString()),
                            new RunId(run.group(1)),
                            name,
                            Objects.requireNonNullElse(error, status.name()),
                            Objects.requireNonNullElse(cause, ""));
        }
    }

    private static Optional<InlineTool> inline(String name) {
        InlineTool plan = new PlanUpdate();
        return plan.definition().name().equals(name) ? Optional.of(plan) : Optional.empty();
    }

    private static SandboxSettings sandboxSettings(DataDirectory data) {
        Path path = data.path();
        Path runtime = Path.of(
                System.getProperty("java.io.tmpdir"),
                "metis-"
                        + HexFormat.of()
                                .toHexDigits(path.toAbsolutePath().toString().hashCode()));
        return SandboxSettings.defaults(
                path,
                runtime,
                Path.of(System.getProperty("java.home")),
                SandboxSettings.executorParts(System.getProperty("java.class.path")));
    }

    private static String definition() throws IOException {
        try (InputStream in = LocalRuntime.class.getResourceAsStream("/statemachines/run.asl.json")) {
            return new String(
                    Objects.requireNonNull(in, "the state machine is missing").readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String version(String definition) {
        return dev.metis.access.Secrets62.sha256(definition).substring(0, 16);
    }
}
