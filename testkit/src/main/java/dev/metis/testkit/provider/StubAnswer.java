package dev.metis.testkit.provider;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One answer of the stub: a status, headers, and what is done with the body, step by step. Immutable. */
public record StubAnswer(int status, Map<String, String> headers, List<Step> steps) {
    public StubAnswer {
        headers = Map.copyOf(headers);
        steps = List.copyOf(steps);
    }

    /** What is done with the body. */
    public sealed interface Step {
        /** These bytes are sent, in a chunk of their own. */
        record Send(ByteBuffer bytes) implements Step {
            public Send {
                bytes = bytes.asReadOnlyBuffer();
            }

            static Send of(byte[] bytes) {
                return new Send(ByteBuffer.wrap(bytes.clone()));
            }

            byte[] copy() {
                byte[] copy = new byte[bytes.remaining()];
                bytes.duplicate().get(copy);
                return copy;
            }
        }

        /** Nothing is sent for a while. */
        record Pause(Duration duration) implements Step {}

        /** Nothing more is sent, and the connection stays open until somebody closes it. */
        record Hang() implements Step {}

        /** The connection is broken in the middle of the body. */
        record Break() implements Step {}
    }

    /** A stream that begins; the methods below go on with it. */
    public static StubAnswer stream() {
        return new StubAnswer(200, Map.of("Content-Type", "text/event-stream"), List.of());
    }

    public static StubAnswer error(int status, String body) {
        return new StubAnswer(status, Map.of("Content-Type", "application/json"), List.of(send(body)));
    }

    /** An error object in the usual form. */
    public static StubAnswer error(int status, String type, String message) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("error").put("type", type).put("message", message);
        return error(status, body.toString());
    }

    public static StubAnswer whole(String type, String body) {
        return new StubAnswer(200, Map.of("Content-Type", type), List.of(send(body)));
    }

    public StubAnswer header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new StubAnswer(status, more, steps);
    }

    public StubAnswer raw(String text) {
        return with(send(text));
    }

    public StubAnswer pause(Duration duration) {
        return with(new Step.Pause(duration));
    }

    public StubAnswer hang() {
        return with(new Step.Hang());
    }

    public StubAnswer breakConnection() {
        return with(new Step.Break());
    }

    /** A chunk, as one event. */
    public StubAnswer chunk(String json) {
        return raw("data: " + json + "\n\n");
    }

    public StubAnswer text(String piece) {
        return delta(JsonNodeFactory.instance.objectNode().put("content", piece));
    }

    public StubAnswer reasoning(String piece) {
        return delta(JsonNodeFactory.instance.objectNode().put("reasoning_content", piece));
    }

    /** The beginning of a call by the book. */
    public StubAnswer call(int index, String id, String name, String arguments) {
        ObjectNode piece = JsonNodeFactory.instance.objectNode();
        piece.put("index", index).put("id", id).put("type", "function");
        piece.putObject("function").put("name", name).put("arguments", arguments);
        return calls(piece);
    }

    /** More arguments of a call. */
    public StubAnswer arguments(int index, String more) {
        ObjectNode piece = JsonNodeFactory.instance.objectNode();
        piece.put("index", index).putObject("function").put("arguments", more);
        return calls(piece);
    }

    /** Pieces of calls in one delta, in any form. */
    public StubAnswer calls(ObjectNode... pieces) {
        ObjectNode delta = JsonNodeFactory.instance.objectNode();
        ArrayNode calls = delta.putArray("tool_calls");
        Arrays.stream(pieces).forEach(calls::add);
        return delta(delta);
    }

    public StubAnswer delta(ObjectNode delta) {
        ObjectNode chunk = JsonNodeFactory.instance.objectNode();
        chunk.put("object", "chat.completion.chunk");
        ObjectNode choice = chunk.putArray("choices").addObject();
        choice.put("index", 0).set("delta", delta);
        choice.putNull("finish_reason");
        return chunk(chunk.toString());
    }

    public StubAnswer finish(String reason) {
        ObjectNode chunk = JsonNodeFactory.instance.objectNode();
        ObjectNode choice = chunk.putArray("choices").addObject();
        choice.put("index", 0).putObject("delta");
        choice.put("finish_reason", reason);
        return chunk(chunk.toString());
    }

    public StubAnswer usage(int input, int output) {
        ObjectNode chunk = JsonNodeFactory.instance.objectNode();
        chunk.putArray("choices");
        chunk.putObject("usage").put("prompt_tokens", input).put("completion_tokens", output);
        return chunk(chunk.toString());
    }

    public StubAnswer done() {
        return raw("data: [DONE]\n\n");
    }

    /** The same body, cut into chunks at these byte positions; pauses and endings come after it. */
    public StubAnswer cutAt(int... positions) {
        byte[] body = body();
        List<Step> cut = new ArrayList<>();
        int from = 0;
        for (int position : positions) {
            cut.add(Step.Send.of(Arrays.copyOfRange(body, from, position)));
            from = position;
        }
        cut.add(Step.Send.of(Arrays.copyOfRange(body, from, body.length)));
        steps.stream().filter(step -> !(step instanceof Step.Send)).forEach(cut::add);
        return new StubAnswer(status, headers, cut);
    }

    /** The same body, each byte in a chunk of its own. */
    public StubAnswer byteByByte() {
        int[] positions = new int[body().length - 1];
        Arrays.setAll(positions, i -> i + 1);
        return cutAt(positions);
    }

    /** All bytes of the body. */
    public byte[] body() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Step step : steps) {
            if (step instanceof Step.Send send) {
                all.writeBytes(send.copy());
            }
        }
        return all.toByteArray();
    }

    private StubAnswer with(Step step) {
        List<Step> more = new ArrayList<>(steps);
        more.add(Objects.requireNonNull(step, "step is null"));
        return new StubAnswer(status, headers, more);
    }

    private static Step send(String text) {
        return Step.Send.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
