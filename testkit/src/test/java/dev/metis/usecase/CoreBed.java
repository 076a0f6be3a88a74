package dev.metis.usecase;

import dev.metis.access.Caller;
import dev.metis.access.CredentialKind;
import dev.metis.access.PrincipalId;
import dev.metis.access.Role;
import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.artifact.Payloads;
import dev.metis.conversation.Conversation;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.ConversationStore;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.run.Run;
import dev.metis.run.RunId;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import dev.metis.run.StepOrder;
import dev.metis.testkit.store.FaultInjectingItemStore;
import dev.metis.testkit.store.InMemoryArtifactStore;
import dev.metis.testkit.store.InMemoryItemStore;
import dev.metis.testkit.store.InMemoryScheduler;
import dev.metis.testkit.time.ManualTime;
import dev.metis.testkit.time.SequentialIds;
import dev.metis.tool.InlineCall;
import dev.metis.tool.InlineResult;
import dev.metis.tool.InlineTool;
import dev.metis.tool.ToolCatalogue;
import dev.metis.tool.ToolDefinition;
import dev.metis.tool.ToolEffect;
import dev.metis.tool.ToolExecutor;
import dev.metis.tool.Workspaces;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Everything a step or a person can do, over a store in memory, with a played model and a clock moved by hand. */
final class CoreBed {
    static final TenantId OWNER = new TenantId(TenantId.PREFIX + SequentialIds.ulid(9_001));
    static final PrincipalId PERSON = new PrincipalId(PrincipalId.PREFIX + SequentialIds.ulid(9_002));
    static final Duration APPROVALS_LIVE = Duration.ofMinutes(10);

    final ManualTime time = new ManualTime();
    final SequentialIds ids = new SequentialIds();
    final FaultInjectingItemStore store = new FaultInjectingItemStore(new InMemoryItemStore());
    final TokenLog orchestrator = new TokenLog();
    final NoSandbox launcher = new NoSandbox();
    final InMemoryScheduler scheduler = new InMemoryScheduler(time);
    final PlayedModel model = new PlayedModel();
    final CountedTool counted = new CountedTool();

    final InMemoryArtifactStore artifacts = new InMemoryArtifactStore();
    final RunStore runs = new RunStore(store, time, new Payloads(artifacts, ids));
    final ConversationStore conversations = new ConversationStore(store);
    final ToolCalls calls = new ToolCalls(store);
    final Workspaces workspaces = new Workspaces(store, artifacts);
    final Tools tools = new Tools();
    final ToolCheck check = new ToolCheck((schema, value) -> List.of());
    final WakeWait wake = new WakeWait(store, orchestrator);
    final Audit audit = new Audit(store, time, ids);
    final StartExecution startExecution = new StartExecution(orchestrator);
    final StartRun startRun = new StartRun(runs, conversations, ids, startExecution);
    final FinishRun finishRun = new FinishRun(runs, conversations, startExecution, launcher, wake);
    final CancelRun cancelRun = new CancelRun(runs, conversations, finishRun, wake, scheduler, orchestrator);
    final BeginAttempt beginAttempt = new BeginAttempt(runs, tools);
    final ExecuteToolCall executeToolCall = new ExecuteToolCall(runs, ids, name -> Optional.of(counted));
    final RequestApproval requestApproval = new RequestApproval(runs, workspaces, orchestrator, ids, APPROVALS_LIVE);
    final AwaitAnswer awaitAnswer = new AwaitAnswer(runs, orchestrator, ids);
    final DecideApproval decideApproval = new DecideApproval(runs, workspaces, tools, check, wake, audit, ids);
    final AnswerQuestion answerQuestion = new AnswerQuestion(runs, wake);
    final TakeTurn takeTurn = new TakeTurn(
            runs,
            tools,
            check,
            id -> Optional.of(model),
            time,
            ids,
            new TakeTurn.Settings(Duration.ofMillis(1), APPROVALS_LIVE));

    private int entered;

    ConversationId conversation() {
        ConversationId id = new ConversationId(ConversationId.PREFIX + ids.ulid());
        conversations.create(new Conversation(
                OWNER,
                id,
                null,
                "developer",
                "approval-required",
                "played",
                "m",
                false,
                null,
                PERSON,
                time.now(),
                time.now(),
                1));
        return id;
    }

    StartRunCommand message(ConversationId conversation, String text) {
        return new StartRunCommand(
                OWNER,
                PERSON,
                conversation,
                text,
                StartRunCommand.OnBusy.QUEUE,
                "api",
                StartRunCommand.Overrides.NONE,
                Optional.empty());
    }

    RunId send(ConversationId conversation, String text) {
        return ((StartRunResult.Accepted) startRun.start(message(conversation, text))).runId();
    }

    /** A run that has begun its first attempt. */
    RunId begun() {
        RunId run = send(conversation(), "hello");
        begin(run);
        return run;
    }

    StepResult begin(RunId run) {
        return beginAttempt.begin(OWNER, run, new BeginAttempt.Execution(run.value() + "-1-1", 1, 1, "v1"));
    }

    /** The next invocation of a step: the fence as it is now, entered after every one before. */
    Step step(RunId run) {
        entered++;
        return step(run, runs.get(OWNER, run).fence(), entered);
    }

    static Step step(RunId run, long fence, int entered) {
        return new Step(OWNER, run, fence, new StepOrder(1, 1, ManualTime.START.plusMillis(entered), 0));
    }

    Run head(RunId run) {
        return runs.get(OWNER, run);
    }

    List<JsonNode> events(RunId run) {
        return store.query(Query.prefix(Table.EVENTS, Keys.run(OWNER, run), "E#", Query.MAX_LIMIT)).items().stream()
                .map(item -> (JsonNode) item.attributes())
                .toList();
    }

    List<String> types(RunId run) {
        return events(run).stream().map(e -> e.path("type").asString()).toList();
    }

    JsonNode last(RunId run, String type) {
        return events(run).stream()
                .filter(e -> e.path("type").asString().equals(type))
                .reduce((first, second) -> second)
                .orElseThrow(() -> new AssertionError("no " + type + " in " + types(run)))
                .path("data");
    }

    Caller caller() {
        return new Caller(
                OWNER,
                PERSON,
                "ada",
                Role.OWNER,
                Scope.ALL,
                CredentialKind.API,
                "0".repeat(64),
                ManualTime.START.plus(Duration.ofDays(1)));
    }

    /** Two tools: one that only counts, one that needs a person. */
    static final class Tools implements ToolCatalogue {
        private final List<ToolDefinition> all = List.of(
                tool("count.up", ToolEffect.READ, ToolExecutor.INLINE, true),
                tool("count.once", ToolEffect.EXECUTE, ToolExecutor.INLINE, false),
                tool("ask_user", ToolEffect.ASK, ToolExecutor.QUESTION, true));

        @Override
        public List<ToolDefinition> all() {
            return all;
        }

        @Override
        public Optional<ToolDefinition> find(String name) {
            return all.stream().filter(t -> t.name().equals(name)).findFirst();
        }

        private static ToolDefinition tool(String name, ToolEffect effect, ToolExecutor executor, boolean idempotent) {
            ObjectNode schema = ItemMapper.object();
            schema.put("type", "object");
            return new ToolDefinition(name, "a tool", schema, effect, executor, idempotent, 10);
        }
    }

    /** Counts its side effects. */
    static final class CountedTool implements InlineTool {
        final AtomicInteger ran = new AtomicInteger();
        Runnable during = () -> {};

        @Override
        public ToolDefinition definition() {
            throw new UnsupportedOperationException("found by name");
        }

        @Override
        public InlineResult run(InlineCall call) {
            int n = ran.incrementAndGet();
            during.run();
            return InlineResult.ok("ran " + n + " with " + call.arguments());
        }
    }
}
