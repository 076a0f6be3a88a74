package dev.metis.event;

import dev.metis.item.ItemMapper;
import dev.metis.run.RunId;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One event of a run's log: {@code seq} from 1 without gaps. {@code attempt} is 0 before the first attempt; {@code turn}
 * is there for what belongs to a turn.
 */
public record RunEvent(RunId runId, long seq, Instant at, int attempt, OptionalInt turn, RunEventBody body) {
    public RunEvent {
        Objects.requireNonNull(runId, "runId is null");
        Objects.requireNonNull(at, "at is null");
        Objects.requireNonNull(turn, "turn is null");
        Objects.requireNonNull(body, "body is null");
        if (seq < 1) {
            throw new IllegalArgumentException("seq is " + seq + "; it starts at 1");
        }
    }

    public EventType type() {
        return EventType.of(body);
    }

    /** The envelope as every transport shows it. */
    public ObjectNode toJson() {
        ObjectNode json = ItemMapper.object();
        json.put("runId", runId.value());
        json.put("seq", seq);
        json.put("type", type().wire());
        json.put("at", ItemMapper.timestamp(at));
        json.put("attempt", attempt);
        turn.ifPresent(t -> json.put("turn", t));
        json.set("data", ItemMapper.toTree(body));
        return json;
    }

    /** Reads what {@link #toJson} wrote. */
    public static RunEvent fromJson(JsonNode json) {
        EventType type = EventType.ofWire(json.path("type").asString());
        JsonNode turn = json.path("turn");
        return new RunEvent(
                new RunId(json.path("runId").asString()),
                json.path("seq").asLong(),
                Instant.parse(json.path("at").asString()),
                json.path("attempt").asInt(),
                turn.isMissingNode() ? OptionalInt.empty() : OptionalInt.of(turn.asInt()),
                ItemMapper.fromTree(json.path("data"), type.body()));
    }
}
