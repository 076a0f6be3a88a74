package dev.metis.function.api;

import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.capability.Mode;
import dev.metis.capability.Profile;
import dev.metis.conversation.Conversation;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.ConversationStore;
import dev.metis.error.ErrorCode;
import dev.metis.item.ItemMapper;
import dev.metis.providers.script.ScriptFormat;
import dev.metis.run.Run;
import dev.metis.run.RunId;
import dev.metis.run.RunStatus;
import dev.metis.usecase.CancelRun;
import dev.metis.usecase.StartRunCommand;
import dev.metis.usecase.StartRunResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs: started, listed, looked at, cancelled. */
final class RunRoutes {
    private static final int REASON_CHARS = 500;
    private static final QueryParam STATUS = new QueryParam(
            "status",
            new QueryParam.Type.Choice(
                    Arrays.stream(RunStatus.values()).map(RunStatus::wire).toList()),
            "only runs in this state");
    private static final QueryParam CONVERSATION =
            new QueryParam("conversationId", new QueryParam.Type.Words(1, 64), "only runs of this conversation");

    private final RunStarter starter;
    private final RunViews views;
    private final ConversationStore conversations;
    private final ConversationMaker maker;
    private final CancelRun cancelRun;

    RunRoutes(
            RunStarter starter,
            RunViews views,
            ConversationStore conversations,
            ConversationMaker maker,
            CancelRun cancelRun) {
        this.starter = starter;
        this.views = views;
        this.conversations = conversations;
        this.maker = maker;
        this.cancelRun = cancelRun;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/runs", "createRun", "Starts a run, in a conversation of its own where none is named")
                        .needs(Scope.RUNS_WRITE)
                        .headers(HeaderParam.IDEMPOTENCY_KEY)
                        .body(body())
                        .answers(Route.Answer.json(202, "Run"), this::create),
                Route.get("/v1/runs", "listRuns", "Runs, the newest first")
                        .needs(Scope.RUNS_READ)
                        .query(STATUS, CONVERSATION, QueryParam.LIMIT, QueryParam.CURSOR)
                        .answers(Route.Answer.list("Run"), this::list),
                Route.get("/v1/runs/{id}", "getRun", "A run as it is now")
                        .needs(Scope.RUNS_READ)
                        .answers(Route.Answer.json(200, "Run"), this::show),
                Route.post("/v1/runs/{id}/cancel", "cancelRun", "Asks the run to stop; again is no fault")
                        .needs(Scope.RUNS_WRITE)
                        .optionalBody(Schemas.object()
                                .put("reason?", Schemas.text(0, REASON_CHARS))
                                .schema())
                        .answers(Route.Answer.json(202, "Run"), this::cancel));
    }

    static ObjectNode choice(Schemas.Members members) {
        return members.put(
                        "profile?",
                        Schemas.oneOf(Profile.all().stream().map(Profile::id).toList()))
                .put("mode?", Schemas.oneOf(Mode.words()))
                .put("provider?", Schemas.text(1, 64))
                .put("model?", Schemas.text(1, 200))
                .schema();
    }

    private static ObjectNode body() {
        ObjectNode budget = Schemas.object()
                .put("maxTurns?", Schemas.integer(1, 10_000))
                .put("maxTokens?", Schemas.integer(1, 1_000_000_000L))
                .put("maxCostUsd?", Schemas.number().put("exclusiveMinimum", 0))
                .put("maxDurationSeconds?", Schemas.integer(1, 31 * 86_400L))
                .schema();
        return choice(Schemas.object()
                .put("input", Schemas.text(1, StartRunCommand.MAX_TEXT_CHARS))
                .put("conversationId?", Schemas.id(ConversationId.PREFIX))
                .put("budget?", budget)
                .put("callbackUrl?", Schemas.string())
                .put("metadata?", Schemas.anyObject())
                .put("script?", ScriptFormat.schema()));
    }

    private ApiResponse create(Call call) {
        if (call.json("callbackUrl").isPresent()) {
            throw Problem.field("/callbackUrl", "is not available yet; watch the run's events")
                    .raise();
        }
        TenantId owner = call.caller().tenant();
        Optional<Conversation> named =
                call.member("conversationId").map(id -> conversations.get(owner, new ConversationId(id)));
        Choice choice = starter.choose(call, named);
        StartRunResult.Accepted accepted = named.isPresent()
                ? starter.start(starter.command(call, named.get().id(), choice))
                : startApart(call, choice);
        Run run = views.find(owner, accepted.runId())
                .orElseThrow(() -> Problem.notFound().raise());
        return ApiResponse.json(202, views.show(run));
    }

    /** A conversation of its own. Where the same key won the race in another one, this one goes again. */
    private StartRunResult.Accepted startApart(Call call, Choice choice) {
        Conversation own = maker.draft(call, choice, Optional.empty(), false, Optional.empty());
        StartRunCommand command = starter.command(call, own.id(), choice);
        Optional<StartRunResult.Accepted> earlier = starter.earlier(command);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        conversations.create(own);
        StartRunResult.Accepted accepted = starter.start(command);
        boolean elsewhere = views.find(own.owner(), accepted.runId())
                .map(run -> !run.spec().conversationId().equals(own.id()))
                .orElse(false);
        if (elsewhere) {
            maker.discard(own);
        }
        return accepted;
    }

    private ApiResponse list(Call call) {
        TenantId owner = call.caller().tenant();
        Optional<String> status = call.text(STATUS.name());
        Optional<String> conversation = call.text(CONVERSATION.name());
        if (conversation.isPresent() && !dev.metis.item.Ids.valid(ConversationId.PREFIX, conversation.get())) {
            throw Problem.field(CONVERSATION.name(), "must be the id of a conversation")
                    .raise();
        }
        Cursors cursors = Cursors.of(call, "runs", status.orElse(""), conversation.orElse(""));
        RunViews.Filter filter = new RunViews.Filter(status, conversation.map(ConversationId::new));
        IndexReader.Found<Run> found = views.list(owner, filter, call.limit(), cursors.read(call));
        ObjectNode json = ItemMapper.object();
        ArrayNode items = json.putArray("items");
        if (!found.items().isEmpty()) {
            views.show(found.items()).forEach(items::add);
        }
        json.set("nextCursor", cursors.write(found.next()));
        return ApiResponse.json(200, json);
    }

    private ApiResponse show(Call call) {
        Run run = views.find(call.caller().tenant(), call.id(RunId::new))
                .orElseThrow(() -> Problem.notFound().raise());
        return ApiResponse.json(200, views.show(run));
    }

    private ApiResponse cancel(Call call) {
        RunId id = call.id(RunId::new);
        String reason = call.member("reason").filter(r -> !r.isBlank()).orElse(null);
        return switch (cancelRun.cancel(
                call.caller().tenant(), id, call.caller().name(), reason)) {
            case CancelRun.Result.Accepted(Run run) -> ApiResponse.json(202, views.show(run));
            case CancelRun.Result.AlreadyEnded(Run run) ->
                throw Problem.of(409, ErrorCode.RUN_TERMINAL, "the run has ended already")
                        .with("runStatus", ItemMapper.toTree(run.status().wire()))
                        .raise();
        };
    }
}
