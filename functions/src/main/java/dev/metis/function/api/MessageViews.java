package dev.metis.function.api;

import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.Message;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.run.Run;
import dev.metis.run.Turn;
import dev.metis.tool.ToolReceipt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What was said in a conversation as people see it: a user's message, then the whole answer of its run. */
final class MessageViews {
    private static final String USER = "u:";
    private static final String ANSWER = "a:";
    private static final int PREVIEW_CHARS = 2_000;

    private final ItemStore store;

    MessageViews(ItemStore store) {
        this.store = store;
    }

    /** Messages in order from behind a place; a place is the key of a message and which half of the pair was last. */
    IndexReader.Found<ObjectNode> page(TenantId owner, ConversationId conversation, int limit, Optional<String> after) {
        List<ObjectNode> found = new ArrayList<>();
        Optional<String> last = after.map(place -> place.substring(2));
        if (after.filter(place -> place.startsWith(USER)).isPresent()) {
            message(owner, conversation, last.orElseThrow())
                    .flatMap(message -> answer(owner, conversation, message))
                    .ifPresent(found::add);
        }
        Query query = Query.prefix(Table.MAIN, Keys.conversation(owner, conversation), "MSG#", limit);
        Page page = store.query(last.map(query::after).orElse(query));
        Optional<String> place = last.map(sk -> ANSWER + sk);
        for (Item item : page.items()) {
            if (found.size() >= limit) {
                return new IndexReader.Found<>(found, place);
            }
            Message message = ItemMapper.fromTree(item.attributes(), Message.class);
            found.add(user(conversation, message));
            place = Optional.of(USER + item.key().sk());
            if (found.size() >= limit) {
                return new IndexReader.Found<>(found, place);
            }
            answer(owner, conversation, message).ifPresent(found::add);
            place = Optional.of(ANSWER + item.key().sk());
        }
        return new IndexReader.Found<>(found, page.next().isPresent() ? place : Optional.empty());
    }

    private Optional<Message> message(TenantId owner, ConversationId conversation, String sk) {
        return store.get(dev.metis.port.ItemKey.main(Keys.conversation(owner, conversation), sk))
                .map(item -> ItemMapper.fromTree(item.attributes(), Message.class));
    }

    private static ObjectNode user(ConversationId conversation, Message message) {
        ObjectNode json = envelope(message.id().value(), conversation, "user", message);
        json.put("createdAt", ItemMapper.timestamp(message.createdAt()));
        json.putArray("parts").addObject().put("type", "text").set("text", message.text());
        return json;
    }

    private static ObjectNode envelope(String id, ConversationId conversation, String role, Message message) {
        return ItemMapper.object()
                .put("id", id)
                .put("conversationId", conversation.value())
                .put("role", role)
                .put("runId", message.runId().value());
    }

    /** The run's answer so far; empty before its first turn is whole. */
    private Optional<ObjectNode> answer(TenantId owner, ConversationId conversation, Message message) {
        RunItems items = items(owner, message);
        Run run = items.run();
        if (run == null || items.turns().isEmpty()) {
            return Optional.empty();
        }
        ObjectNode json = envelope(run.spec().answerId().value(), conversation, "assistant", message);
        json.put("createdAt", ItemMapper.timestamp(items.turns().getFirst().at()));
        ArrayNode parts = json.putArray("parts");
        items.turns().forEach(turn -> add(turn, items.receipts(), parts));
        return Optional.of(json);
    }

    private record RunItems(@Nullable Run run, List<Turn> turns, Map<String, ToolReceipt> receipts) {}

    /** RCPT, RUN and TURN lie in one range of the run's partition. */
    private RunItems items(TenantId owner, Message message) {
        Query query = new Query(
                Table.MAIN,
                Keys.run(owner, message.runId()),
                "RCPT#",
                "TURN#" + Query.HIGH,
                true,
                Query.MAX_LIMIT,
                Optional.empty());
        List<Turn> turns = new ArrayList<>();
        Map<String, ToolReceipt> receipts = new HashMap<>();
        Run run = null;
        Optional<String> next = Optional.empty();
        do {
            Page page = store.query(next.map(query::after).orElse(query));
            for (Item item : page.items()) {
                String sk = item.key().sk();
                if (sk.startsWith("TURN#")) {
                    turns.add(ItemMapper.fromTree(item.attributes(), Turn.class));
                } else if (sk.startsWith("RCPT#")) {
                    ToolReceipt receipt = ItemMapper.fromTree(item.attributes(), ToolReceipt.class);
                    receipts.put(receipt.callId().value(), receipt);
                } else if (sk.equals("RUN")) {
                    run = ItemMapper.fromTree(item.attributes(), Run.class);
                }
            }
            next = page.next();
        } while (next.isPresent());
        return new RunItems(run, turns, receipts);
    }

    private static void add(Turn turn, Map<String, ToolReceipt> receipts, ArrayNode parts) {
        for (Turn.TurnPart part : turn.parts()) {
            String callId = part.callId();
            if (callId == null) {
                parts.addObject().put("type", part.type()).set("text", part.text());
            } else {
                parts.addObject()
                        .put("type", "tool_call")
                        .put("callId", callId)
                        .put("tool", part.tool())
                        .set("arguments", part.arguments());
            }
        }
        for (Turn.TurnPart part : turn.parts()) {
            ToolReceipt receipt = part.callId() == null ? null : receipts.get(part.callId());
            if (receipt != null) {
                parts.add(result(receipt));
            }
        }
    }

    private static ObjectNode result(ToolReceipt receipt) {
        ObjectNode json = ItemMapper.object()
                .put("type", "tool_result")
                .put("callId", receipt.callId().value())
                .put("tool", receipt.tool())
                .put("outcome", receipt.outcome().name().toLowerCase(Locale.ROOT))
                .put("preview", head(receipt.text()));
        if (receipt.artifactId() != null) {
            json.put("artifactId", receipt.artifactId().value());
        }
        return json;
    }

    /** The head of the text; of one that is a reference, the head that it carries. */
    private static String head(JsonNode text) {
        String whole = text.isString()
                ? text.asString()
                : text.path("dataRef").path("head").asString("");
        return whole.codePointCount(0, whole.length()) <= PREVIEW_CHARS
                ? whole
                : whole.substring(0, whole.offsetByCodePoints(0, PREVIEW_CHARS));
    }
}
