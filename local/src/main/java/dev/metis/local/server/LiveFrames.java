package dev.metis.local.server;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.function.api.RunEvents;
import dev.metis.item.ItemMapper;
import dev.metis.json.StrictJson;
import dev.metis.port.LiveChannel;
import dev.metis.run.RunId;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The frames of the live connection. */
final class LiveFrames {
    private static final long LARGEST_SEQ = 9_999_999_999_999L;

    private LiveFrames() {}

    /** An event as a frame; one too large for a frame is a gap of one, to be fetched by REST. */
    static String event(RunId run, ObjectNode event) {
        ObjectNode frame = ItemMapper.object();
        frame.put("kind", "event");
        frame.setAll(event);
        String text = ItemMapper.write(frame);
        boolean surelyFits = text.length() * 3L <= LiveChannel.MAX_FRAME_BYTES;
        if (surelyFits || text.getBytes(StandardCharsets.UTF_8).length <= LiveChannel.MAX_FRAME_BYTES) {
            return text;
        }
        long seq = RunEvents.seq(event);
        return gap(run, seq, seq);
    }

    static String gap(RunId run, long from, long to) {
        ObjectNode frame = ItemMapper.object();
        frame.put("kind", "gap");
        frame.put("runId", run.value());
        frame.put("from", from);
        frame.put("to", to);
        return ItemMapper.write(frame);
    }

    static ObjectNode subscribed() {
        return ItemMapper.object().put("kind", "subscribed");
    }

    static String pong() {
        return ItemMapper.write(ItemMapper.object().put("kind", "pong"));
    }

    static String error(String code, String detail) {
        return ItemMapper.write(error(code).put("detail", detail));
    }

    static ObjectNode error(String code) {
        return ItemMapper.object().put("kind", "error").put("code", code);
    }

    /** What a client may ask for. */
    sealed interface Ask {
        /** Follow a run from behind a seq. */
        record Run(boolean subscribe, String runId, long after) implements Ask {}

        /** Follow a conversation from now on. */
        record Conversation(boolean subscribe, String conversationId) implements Ask {}

        /** Answer. */
        record Ping() implements Ask {}

        /** Nothing that is known here. */
        record Nonsense(String why) implements Ask {}
    }

    static Ask read(String text) {
        JsonNode json;
        try {
            json = StrictJson.parse(text);
        } catch (PermanentException e) {
            return new Ask.Nonsense("the frame is not JSON");
        }
        String action = json.path("action").asString("");
        return switch (action) {
            case "ping" -> new Ask.Ping();
            case "subscribe" -> subscription(json, true);
            case "unsubscribe" -> subscription(json, false);
            default -> new Ask.Nonsense("action must be subscribe, unsubscribe or ping");
        };
    }

    private static Ask subscription(JsonNode json, boolean subscribe) {
        JsonNode run = json.path("runId");
        JsonNode conversation = json.path("conversationId");
        if (run.isString() == conversation.isString()) {
            return new Ask.Nonsense("either runId or conversationId is needed");
        }
        if (conversation.isString()) {
            return new Ask.Conversation(subscribe, conversation.asString());
        }
        JsonNode after = json.path("after");
        boolean whole = after.isIntegralNumber() && after.canConvertToLong();
        if (!after.isMissingNode() && (!whole || after.asLong() < 0 || after.asLong() > LARGEST_SEQ)) {
            return new Ask.Nonsense("after must be a whole number from 0");
        }
        return new Ask.Run(subscribe, run.asString(), after.asLong(0));
    }

    /** The word for an error of the interface. */
    static String word(ErrorCode code) {
        return code.wire();
    }
}
