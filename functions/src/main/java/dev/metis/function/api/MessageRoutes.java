package dev.metis.function.api;

import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.conversation.Conversation;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.ConversationStore;
import dev.metis.item.ItemMapper;
import dev.metis.port.ItemStore;
import dev.metis.usecase.StartRunCommand;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The messages of a conversation: read, and written. */
final class MessageRoutes {
    private final ConversationStore conversations;
    private final MessageViews views;
    private final RunStarter starter;

    MessageRoutes(ItemStore store, RunStarter starter) {
        this.conversations = new ConversationStore(store);
        this.views = new MessageViews(store);
        this.starter = starter;
    }

    List<Route> routes() {
        ObjectNode body = Schemas.object()
                .put("text", Schemas.text(1, StartRunCommand.MAX_TEXT_CHARS))
                .put("onBusy?", Schemas.oneOf(List.of("queue", "reject", "steer")))
                .put("attachments?", Schemas.array(Schemas.any()))
                .schema();
        return List.of(
                Route.get("/v1/conversations/{id}/messages", "listMessages", "What was said, the oldest first")
                        .needs(Scope.RUNS_READ)
                        .query(QueryParam.LIMIT, QueryParam.CURSOR)
                        .answers(Route.Answer.list("Message"), this::list),
                Route.post("/v1/conversations/{id}/messages", "sendMessage", "Says something, which starts a run")
                        .needs(Scope.RUNS_WRITE)
                        .headers(HeaderParam.IDEMPOTENCY_KEY)
                        .body(body)
                        .answers(Route.Answer.json(202, "Accepted"), this::send));
    }

    private ApiResponse list(Call call) {
        TenantId owner = call.caller().tenant();
        ConversationId id = call.id(ConversationId::new);
        conversations.get(owner, id);
        Cursors cursors = Cursors.of(call, "messages", id.value());
        IndexReader.Found<ObjectNode> page = views.page(owner, id, call.limit(), cursors.read(call));
        ObjectNode json = ItemMapper.object();
        ArrayNode items = json.putArray("items");
        page.items().forEach(items::add);
        json.set("nextCursor", cursors.write(page.next()));
        return ApiResponse.json(200, json);
    }

    private ApiResponse send(Call call) {
        if (call.json("attachments").filter(list -> !list.isEmpty()).isPresent()) {
            throw Problem.field("/attachments", "cannot be sent yet: there are no uploads")
                    .raise();
        }
        if (call.member("onBusy").filter("steer"::equals).isPresent()) {
            throw Problem.field("/onBusy", "steer is not available yet; use queue or reject")
                    .raise();
        }
        Conversation conversation = conversations.get(call.caller().tenant(), call.id(ConversationId::new));
        return ApiResponse.json(202, RunStarter.answer(starter.message(call, conversation)));
    }
}
