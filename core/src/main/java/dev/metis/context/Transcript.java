package dev.metis.context;

import dev.metis.access.TenantId;
import dev.metis.artifact.Payloads;
import dev.metis.conversation.Conversation;
import dev.metis.conversation.ConversationStore;
import dev.metis.conversation.Message;
import dev.metis.event.ToolOutcome;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.provider.AssistantPart;
import dev.metis.provider.ScriptCue;
import dev.metis.provider.TranscriptEntry;
import dev.metis.run.Run;
import dev.metis.run.RunId;
import dev.metis.run.Turn;
import dev.metis.tool.ToolReceipt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was said in a conversation up to a run: messages, turns and receipts in ticket and turn order, read from the
 * items, never from events. Every call of a turn has exactly one result, right behind its turn. One query for the
 * messages and one for each run.
 */
public final class Transcript {
    private static final String EDITED =
            "[A person changed the arguments of this call before allowing it; these are the ones that ran.]\n";

    private final ItemStore store;
    private final Payloads payloads;
    private final ConversationStore conversations;

    public Transcript(ItemStore store, Payloads payloads) {
        this.store = store;
        this.payloads = payloads;
        this.conversations = new ConversationStore(store);
    }

    /** The transcript for the run's next turn; {@code lengthStops} counts its latest turns that the output limit cut. */
    public record Read(List<TranscriptEntry> entries, Optional<ScriptCue> script, int lengthStops) {}

    public Read read(Run run) {
        List<TranscriptEntry> entries = new ArrayList<>();
        int played = 0;
        int lengthStops = 0;
        for (Message message : messages(run)) {
            JsonNode text = payloads.load(run.owner(), message.text());
            entries.add(new TranscriptEntry.UserMessage(text.asString()));
            RunItems items = runItems(run.owner(), message.runId());
            items.turns().forEach(turn -> add(run.owner(), entries, turn, items.receipts()));
            if (message.runId().equals(run.id())) {
                lengthStops = lengthStops(items.turns());
            } else {
                played += items.played();
            }
        }
        return new Read(List.copyOf(entries), cue(run, played), lengthStops);
    }

    private List<Message> messages(Run run) {
        String pk = Keys.conversation(run.owner(), run.spec().conversationId());
        Query query = new Query(
                Table.MAIN,
                pk,
                "MSG#",
                Keys.message(
                                run.owner(),
                                run.spec().conversationId(),
                                run.spec().ticket())
                        .sk(),
                true,
                Query.MAX_LIMIT,
                Optional.empty());
        return pages(query).stream()
                .map(item -> ItemMapper.fromTree(item.attributes(), Message.class))
                .toList();
    }

    private record RunItems(List<Turn> turns, Map<String, ToolReceipt> receipts, int played) {}

    private RunItems runItems(TenantId owner, RunId id) {
        // RCPT, RUN, SBX, STEER and TURN sort together: one query holds all that the transcript needs of a run.
        Query query = new Query(
                Table.MAIN,
                Keys.run(owner, id),
                "RCPT#",
                "TURN#" + Query.HIGH,
                true,
                Query.MAX_LIMIT,
                Optional.empty());
        List<Turn> turns = new ArrayList<>();
        Map<String, ToolReceipt> receipts = new HashMap<>();
        int played = 0;
        for (Item item : pages(query)) {
            String sk = item.key().sk();
            if (sk.startsWith("TURN#")) {
                turns.add(ItemMapper.fromTree(item.attributes(), Turn.class));
            } else if (sk.startsWith("RCPT#")) {
                ToolReceipt receipt = ItemMapper.fromTree(item.attributes(), ToolReceipt.class);
                receipts.put(receipt.callId().value(), receipt);
            } else if (sk.equals("RUN")) {
                Run head = ItemMapper.fromTree(item.attributes(), Run.class);
                played = head.turn().stored() + head.failures();
            }
        }
        return new RunItems(turns, receipts, played);
    }

    private void add(TenantId owner, List<TranscriptEntry> entries, Turn turn, Map<String, ToolReceipt> receipts) {
        List<AssistantPart> parts = new ArrayList<>();
        List<TranscriptEntry> results = new ArrayList<>();
        for (Turn.TurnPart part : turn.parts()) {
            String callId = part.callId();
            if (callId == null) {
                parts.add(said(owner, part));
                continue;
            }
            ToolReceipt receipt = receipts.get(callId);
            parts.add(call(owner, part, callId, receipt));
            results.add(result(owner, part, callId, receipt));
        }
        entries.add(new TranscriptEntry.AssistantTurn(parts));
        entries.addAll(results);
    }

    private AssistantPart said(TenantId owner, Turn.TurnPart part) {
        String text = payloads.load(owner, present(part.text())).asString();
        String provider = part.provider();
        return Turn.TurnPart.REASONING.equals(part.type())
                ? new AssistantPart.Reasoning(text, Optional.empty(), provider == null ? "" : provider)
                : new AssistantPart.Text(text);
    }

    private AssistantPart call(TenantId owner, Turn.TurnPart part, String callId, @Nullable ToolReceipt receipt) {
        JsonNode edited = receipt == null ? null : receipt.editedArguments();
        JsonNode arguments = payloads.load(owner, edited == null ? present(part.arguments()) : edited);
        JsonNode shown = arguments.isObject() ? arguments : unreadable(arguments);
        return new AssistantPart.Call(callId, toolOf(part), shown);
    }

    private TranscriptEntry result(TenantId owner, Turn.TurnPart part, String callId, @Nullable ToolReceipt receipt) {
        if (receipt == null) {
            return new TranscriptEntry.ToolResult(callId, toolOf(part), true, "cancelled: the call was not finished");
        }
        String text = payloads.load(owner, receipt.text()).asString();
        String shown = receipt.editedArguments() == null ? text : EDITED + text;
        return new TranscriptEntry.ToolResult(callId, toolOf(part), receipt.outcome() != ToolOutcome.OK, shown);
    }

    /** Arguments that were no JSON object are shown back as what they were, in a place every codec accepts. */
    private static ObjectNode unreadable(JsonNode arguments) {
        ObjectNode shown = ItemMapper.object();
        shown.set("unreadable", arguments);
        return shown;
    }

    private Optional<ScriptCue> cue(Run run, int playedBefore) {
        int played = run.turn().stored() + run.failures();
        JsonNode own = run.spec().script();
        if (own != null) {
            return Optional.of(new ScriptCue(payloads.load(run.owner(), own), played));
        }
        return conversations
                .find(run.owner(), run.spec().conversationId())
                .map(Conversation::script)
                .map(script -> payloads.load(run.owner(), script))
                // A new run goes on where the one before ended, from the first entry again when all were played.
                .map(script -> new ScriptCue(
                        script, playedBefore % Math.max(1, script.path("turns").size()) + played));
    }

    private static int lengthStops(List<Turn> turns) {
        int count = 0;
        for (Turn turn : turns) {
            count = turn.finishReason().equals("length") ? count + 1 : 0;
        }
        return count;
    }

    private List<Item> pages(Query first) {
        List<Item> items = new ArrayList<>();
        Query query = first;
        while (true) {
            var page = store.query(query);
            items.addAll(page.items());
            if (page.next().isEmpty()) {
                return items;
            }
            query = query.after(page.next().get());
        }
    }

    private static JsonNode present(@Nullable JsonNode node) {
        if (node == null) {
            throw new IllegalStateException("a stored turn lacks the value of a part");
        }
        return node;
    }

    private static String toolOf(Turn.TurnPart part) {
        String tool = part.tool();
        if (tool == null) {
            throw new IllegalStateException("a stored call lacks its tool");
        }
        return tool;
    }
}
