package dev.metis.providers.compatible;

import dev.metis.provider.AssistantPart;
import dev.metis.provider.TranscriptEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The transcript as messages that every server accepts, whatever was stored: each call is followed at once by exactly
 * one result, in the order of the calls; nothing is empty; ids and names are safe. The stored transcript stays as it is.
 * Reasoning is not sent: no server of this wire wants it back.
 */
final class History {
    private static final String NO_OUTPUT = "The tool gave no output.";
    private static final String NO_ERROR_OUTPUT = "The tool failed and said nothing.";
    private static final String NO_RESULT = "The tool gave no result: the call did not end.";
    private static final String NO_TEXT = "(an empty message)";

    private final ToolNames names;
    private final CallIds ids = new CallIds();
    private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    private final Map<String, Deque<TranscriptEntry.ToolResult>> results = new HashMap<>();

    private History(ToolNames names) {
        this.names = names;
    }

    static ArrayNode messages(String instructions, List<TranscriptEntry> transcript, ToolNames names) {
        History history = new History(names);
        if (!instructions.isBlank()) {
            history.message("system", instructions);
        }
        history.write(transcript);
        return history.messages;
    }

    private void write(List<TranscriptEntry> transcript) {
        for (int i = 0; i < transcript.size(); i++) {
            switch (transcript.get(i)) {
                case TranscriptEntry.UserMessage user ->
                    message("user", user.text().isBlank() ? NO_TEXT : user.text());
                case TranscriptEntry.AssistantTurn turn -> assistant(turn, resultsAfter(transcript, i));
                case TranscriptEntry.ToolResult result -> orphan(transcript, i, result);
            }
        }
    }

    /** The results between this turn and the next one: those of its calls, wherever they stand there. */
    private static List<TranscriptEntry.ToolResult> resultsAfter(List<TranscriptEntry> transcript, int turn) {
        List<TranscriptEntry.ToolResult> found = new ArrayList<>();
        for (int i = turn + 1; i < transcript.size(); i++) {
            if (transcript.get(i) instanceof TranscriptEntry.AssistantTurn) {
                break;
            }
            if (transcript.get(i) instanceof TranscriptEntry.ToolResult result) {
                found.add(result);
            }
        }
        return found;
    }

    private void assistant(TranscriptEntry.AssistantTurn turn, List<TranscriptEntry.ToolResult> after) {
        String text = turn.parts().stream()
                .filter(AssistantPart.Text.class::isInstance)
                .map(part -> ((AssistantPart.Text) part).text())
                .collect(Collectors.joining());
        List<AssistantPart.Call> calls = turn.parts().stream()
                .filter(AssistantPart.Call.class::isInstance)
                .map(AssistantPart.Call.class::cast)
                .toList();
        if (text.isBlank() && calls.isEmpty()) {
            return;
        }
        ObjectNode message = messages.addObject().put("role", "assistant");
        if (text.isBlank()) {
            message.putNull("content");
        } else {
            message.put("content", WellFormed.text(text));
        }
        if (!calls.isEmpty()) {
            calls(message.putArray("tool_calls"), calls, after);
        }
    }

    private void calls(ArrayNode wire, List<AssistantPart.Call> calls, List<TranscriptEntry.ToolResult> after) {
        results.clear();
        after.forEach(result -> results.computeIfAbsent(result.callId(), id -> new ArrayDeque<>())
                .add(result));
        List<String> wireIds = new ArrayList<>();
        for (AssistantPart.Call call : calls) {
            String id = ids.next(call.callId());
            wireIds.add(id);
            call(wire, id, call.tool(), call.arguments());
        }
        for (int i = 0; i < calls.size(); i++) {
            Deque<TranscriptEntry.ToolResult> own = results.get(calls.get(i).callId());
            TranscriptEntry.ToolResult result = own == null ? null : own.pollFirst();
            toolMessage(wireIds.get(i), result == null ? NO_RESULT : text(result));
        }
    }

    /** A result whose call is not in the turn before it, as when the turn was compacted away: its call is told again. */
    private void orphan(List<TranscriptEntry> transcript, int at, TranscriptEntry.ToolResult result) {
        if (belongs(transcript, at, result)) {
            return;
        }
        String id = ids.next(result.callId());
        ObjectNode message = messages.addObject().put("role", "assistant").putNull("content");
        call(message.putArray("tool_calls"), id, result.tool(), JsonNodeFactory.instance.objectNode());
        toolMessage(id, text(result));
    }

    private static boolean belongs(List<TranscriptEntry> transcript, int at, TranscriptEntry.ToolResult result) {
        for (int i = at - 1; i >= 0; i--) {
            if (transcript.get(i) instanceof TranscriptEntry.AssistantTurn turn) {
                return turn.parts().stream()
                        .anyMatch(part -> part instanceof AssistantPart.Call call
                                && call.callId().equals(result.callId()));
            }
        }
        return false;
    }

    private void call(ArrayNode wire, String id, String tool, JsonNode arguments) {
        ObjectNode call = wire.addObject().put("id", id).put("type", "function");
        JsonNode object = arguments.isObject()
                ? arguments
                : JsonNodeFactory.instance.objectNode().set("value", arguments);
        call.putObject("function").put("name", names.wire(tool)).put("arguments", WellFormed.text(object.toString()));
    }

    private void toolMessage(String id, String text) {
        messages.addObject().put("role", "tool").put("tool_call_id", id).put("content", WellFormed.text(text));
    }

    private static String text(TranscriptEntry.ToolResult result) {
        if (result.text().isBlank()) {
            return result.error() ? NO_ERROR_OUTPUT : NO_OUTPUT;
        }
        return result.text();
    }

    private void message(String role, String text) {
        messages.addObject().put("role", role).put("content", WellFormed.text(text));
    }
}
