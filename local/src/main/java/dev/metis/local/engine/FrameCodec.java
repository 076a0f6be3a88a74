package dev.metis.local.engine;

import dev.metis.item.ItemMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A frame as JSON text and back. What a child has finished with is left out. */
final class FrameCodec {
    private FrameCodec() {}

    static String write(Execution execution, Frame frame) {
        ObjectNode json = ItemMapper.object();
        json.put("events", execution.events);
        json.put("entered", frame.entered.toEpochMilli());
        if (frame.activity instanceof Activity.Done done) {
            json.set("output", done.output);
            return ItemMapper.write(json);
        }
        json.put("state", frame.state);
        json.set("input", frame.input);
        json.put("retryCount", frame.retryCount);
        ObjectNode attempts = json.putObject("attempts");
        frame.attempts.forEach((index, count) -> attempts.put(String.valueOf(index), count));
        ObjectNode variables = json.putObject("variables");
        frame.variables.forEach(variables::set);
        write(frame.activity, json);
        return ItemMapper.write(json);
    }

    private static void write(Activity activity, ObjectNode json) {
        switch (activity) {
            case Activity.Call call -> write(call, json.putObject("call"));
            case Activity.Backoff backoff -> json.put("backoff", backoff.until.toEpochMilli());
            case Activity.Sleep sleep -> json.put("sleep", sleep.until.toEpochMilli());
            case Activity.Fan fan -> {
                ObjectNode node = json.putObject("fan");
                node.put("total", fan.total);
                node.put("concurrency", fan.concurrency);
                if (fan.items != null) {
                    node.set("items", fan.items);
                }
            }
            case Activity.Idle _ -> throw new IllegalStateException("a turn left a frame without anything to do");
            case Activity.Done _ -> throw new IllegalStateException("written elsewhere");
        }
    }

    private static void write(Activity.Call call, ObjectNode node) {
        node.put("function", call.function);
        node.put("returned", call.returned);
        if (call.token != null) {
            node.put("token", call.token);
        }
        call.timeout.ifPresent(value -> node.put("timeout", value.toSeconds()));
        call.heartbeat.ifPresent(value -> node.put("heartbeat", value.toSeconds()));
        if (call.deadline != null) {
            node.put("deadline", call.deadline.toEpochMilli());
        }
        if (call.heartbeatBy != null) {
            node.put("heartbeatBy", call.heartbeatBy.toEpochMilli());
        }
    }

    /** Puts a stored frame back into a new one. */
    static void read(String text, Execution execution, Frame frame) {
        JsonNode json = ItemMapper.parse(text);
        execution.events = Math.max(execution.events, required(json, "events").intValue());
        frame.entered = Instant.ofEpochMilli(required(json, "entered").longValue());
        if (frame.entered.isAfter(execution.lastEntered)) {
            execution.lastEntered = frame.entered;
        }
        if (json.has("output")) {
            frame.activity = new Activity.Done(required(json, "output"));
            return;
        }
        frame.state = required(json, "state").stringValue();
        frame.input = required(json, "input");
        frame.retryCount = required(json, "retryCount").intValue();
        required(json, "attempts")
                .properties()
                .forEach(entry -> frame.attempts.put(
                        Integer.valueOf(entry.getKey()), entry.getValue().intValue()));
        required(json, "variables")
                .properties()
                .forEach(entry -> frame.variables.put(entry.getKey(), entry.getValue()));
        frame.activity = activity(json);
    }

    private static Activity activity(JsonNode json) {
        if (json.has("call")) {
            return call(required(json, "call"));
        }
        if (json.has("backoff")) {
            return new Activity.Backoff(instant(required(json, "backoff")));
        }
        if (json.has("sleep")) {
            return new Activity.Sleep(instant(required(json, "sleep")));
        }
        JsonNode fan = required(json, "fan");
        return new Activity.Fan(
                fan.get("items"),
                required(fan, "total").intValue(),
                required(fan, "concurrency").intValue());
    }

    private static Activity.Call call(JsonNode json) {
        Activity.Call call = new Activity.Call(
                required(json, "function").stringValue(),
                null,
                json.has("token") ? required(json, "token").stringValue() : null,
                seconds(json.get("timeout")),
                seconds(json.get("heartbeat")));
        call.returned = required(json, "returned").booleanValue();
        call.deadline = json.has("deadline") ? instant(required(json, "deadline")) : null;
        call.heartbeatBy = json.has("heartbeatBy") ? instant(required(json, "heartbeatBy")) : null;
        return call;
    }

    private static Optional<Duration> seconds(@Nullable JsonNode node) {
        return Optional.ofNullable(node).map(value -> Duration.ofSeconds(value.longValue()));
    }

    private static Instant instant(JsonNode millis) {
        return Instant.ofEpochMilli(millis.longValue());
    }

    private static JsonNode required(JsonNode json, String name) {
        return Objects.requireNonNull(json.get(name), () -> "a stored frame lacks " + name);
    }
}
