package dev.metis.function.api;

import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.conversation.Conversation;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.ConversationQueue;
import dev.metis.conversation.ConversationStore;
import dev.metis.error.ErrorCode;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;
import dev.metis.providers.script.ScriptFormat;
import dev.metis.run.RunId;
import dev.metis.usecase.DeleteConversation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Conversations: made, listed, changed, deleted. */
final class ConversationRoutes {
    private static final int TITLE_CHARS = 200;
    private static final QueryParam TITLE =
            new QueryParam("q", new QueryParam.Type.Words(0, TITLE_CHARS), "words that the title holds, without case");

    private final ConversationStore conversations;
    private final IndexReader items;
    private final ConversationMaker maker;
    private final Catalogue catalogue;
    private final DeleteConversation deleteConversation;
    private final TimeSource time;

    ConversationRoutes(
            ItemStore store,
            ConversationMaker maker,
            Catalogue catalogue,
            DeleteConversation deleteConversation,
            TimeSource time) {
        this.conversations = new ConversationStore(store);
        this.items = new IndexReader(store);
        this.maker = maker;
        this.catalogue = catalogue;
        this.deleteConversation = deleteConversation;
        this.time = time;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/conversations", "createConversation", "Begins a conversation")
                        .needs(Scope.RUNS_WRITE)
                        .optionalBody(RunRoutes.choice(Schemas.object()
                                .put("title?", title())
                                .put("projectId?", Schemas.nullable(Schemas.string()))
                                .put("incognito?", Schemas.bool())
                                .put("script?", ScriptFormat.schema())))
                        .answers(Route.Answer.json(201, "Conversation"), this::create),
                Route.get("/v1/conversations", "listConversations", "Conversations, the last touched first")
                        .needs(Scope.RUNS_READ)
                        .query(TITLE, QueryParam.LIMIT, QueryParam.CURSOR)
                        .answers(Route.Answer.list("Conversation"), this::list),
                Route.get("/v1/conversations/{id}", "getConversation", "One conversation")
                        .needs(Scope.RUNS_READ)
                        .answers(Route.Answer.json(200, "Conversation"), this::show),
                Route.patch("/v1/conversations/{id}", "changeConversation", "Changes what its next runs begin with")
                        .needs(Scope.RUNS_WRITE)
                        .body(RunRoutes.choice(Schemas.object().put("title?", title())))
                        .answers(Route.Answer.json(200, "Conversation"), this::change),
                Route.delete(
                                "/v1/conversations/{id}",
                                "deleteConversation",
                                "Deletes it with its runs; not while one runs")
                        .needs(Scope.RUNS_WRITE)
                        .answers(Route.Answer.empty(), this::delete));
    }

    private static ObjectNode title() {
        return Schemas.nullable(Schemas.text(1, TITLE_CHARS));
    }

    private ApiResponse create(Call call) {
        if (call.json("projectId").isPresent()) {
            throw Problem.field("/projectId", "names no project: there are none yet")
                    .raise();
        }
        Choice choice = Choice.of(call, catalogue, Optional.empty()).allowedTo(call.caller());
        Conversation conversation = maker.draft(
                call,
                choice,
                call.member("title"),
                call.body().path("incognito").asBoolean(false),
                RunStarter.script(call));
        conversations.create(conversation);
        return ApiResponse.json(201, show(conversation, null));
    }

    private ApiResponse list(Call call) {
        TenantId owner = call.caller().tenant();
        Optional<String> words = call.text(TITLE.name()).filter(q -> !q.isEmpty());
        Cursors cursors = Cursors.of(call, "conversations", words.orElse(""));
        ConversationStore.Listing page = conversations.list(owner, words, call.limit(), cursors.read(call));
        List<ItemKey> keys = page.conversations().stream()
                .map(c -> Keys.queue(owner, c.id()))
                .toList();
        Map<ItemKey, Item> queues = items.getAll(keys);
        ObjectNode json = ItemMapper.object();
        ArrayNode list = json.putArray("items");
        page.conversations().forEach(c -> list.add(show(c, active(queues.get(Keys.queue(owner, c.id()))))));
        json.set("nextCursor", cursors.write(page.next()));
        return ApiResponse.json(200, json);
    }

    private ApiResponse show(Call call) {
        return ApiResponse.json(200, current(call.caller().tenant(), call.id(ConversationId::new)));
    }

    private ApiResponse change(Call call) {
        TenantId owner = call.caller().tenant();
        ConversationId id = call.id(ConversationId::new);
        boolean titled = call.body().has("title");
        conversations.change(owner, id, before -> {
            Choice choice = Choice.of(call, catalogue, Optional.of(RunStarter.standing(before)));
            if (!choice.equals(RunStarter.standing(before))) {
                choice.allowedTo(call.caller());
            }
            Conversation chosen =
                    before.touched(time.now()).set(choice.profile(), choice.mode(), choice.provider(), choice.model());
            return titled ? chosen.titled(call.member("title").orElse(null)) : chosen;
        });
        return ApiResponse.json(200, current(owner, id));
    }

    private ApiResponse delete(Call call) {
        return switch (deleteConversation.delete(call.caller().tenant(), call.id(ConversationId::new))) {
            case DeleteConversation.Result.Deleted() -> ApiResponse.noContent();
            case DeleteConversation.Result.RunActive(RunId run) ->
                throw Problem.of(409, ErrorCode.RUN_ACTIVE, "a run of it is active or waits; cancel that first")
                        .with("runId", ItemMapper.toTree(run.value()))
                        .raise();
        };
    }

    private ObjectNode current(TenantId owner, ConversationId id) {
        ConversationStore.WithQueue read = conversations
                .withQueue(owner, id)
                .orElseThrow(() -> Problem.notFound().raise());
        return show(read.conversation(), read.queue().activeRun());
    }

    private static @Nullable RunId active(@Nullable Item queue) {
        return queue == null
                ? null
                : ItemMapper.fromTree(queue.attributes(), ConversationQueue.class)
                        .activeRun();
    }

    static ObjectNode show(Conversation conversation, @Nullable RunId active) {
        ObjectNode json = ItemMapper.object();
        json.put("id", conversation.id().value());
        json.put("title", conversation.title());
        json.put("profile", conversation.profile());
        json.put("mode", conversation.mode());
        json.put("provider", conversation.provider());
        json.put("model", conversation.model());
        json.put("incognito", conversation.incognito());
        json.putNull("projectId");
        json.put("createdAt", ItemMapper.timestamp(conversation.createdAt()));
        json.put("updatedAt", ItemMapper.timestamp(conversation.updatedAt()));
        json.put("activeRunId", active == null ? null : active.value());
        json.put("version", conversation.version());
        return json;
    }
}
