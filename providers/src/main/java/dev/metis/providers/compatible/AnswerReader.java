package dev.metis.providers.compatible;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.json.StrictJson;
import dev.metis.provider.FinishReason;
import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.TurnEnd;
import dev.metis.provider.Usage;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Turns the chunks of one answer into canonical events. Text goes out as it comes; calls when the answer is whole. Whole
 * it is only with a finish reason: a stream that just ends, or that ends with {@code [DONE]} alone, was cut by somebody.
 */
final class AnswerReader {
    private static final String DONE = "[DONE]";

    private final String provider;
    private final Optional<String> key;
    private final CallAssembler calls;
    private final CodePoints text;
    private final CodePoints reasoning;
    private final Consumer<ProviderEvent> sink;
    private Optional<Usage> usage = Optional.empty();
    private Optional<FinishReason> finish = Optional.empty();
    private boolean refusal;
    private boolean done;

    AnswerReader(String provider, Optional<String> key, ToolNames names, Consumer<ProviderEvent> sink) {
        this.provider = provider;
        this.key = key;
        this.calls = new CallAssembler(names);
        this.sink = sink;
        this.text = new CodePoints(piece -> sink.accept(new ProviderEvent.TextDelta(piece)));
        this.reasoning = new CodePoints(piece -> sink.accept(new ProviderEvent.ReasoningDelta(piece)));
    }

    /** Whether the server has said that it will send nothing more. */
    boolean done() {
        return done;
    }

    /** Whether the answer is whole, though usage may still follow. */
    boolean finished() {
        return finish.isPresent();
    }

    void event(SseParser.SseEvent event) throws ProviderFailure {
        String data = event.data().strip();
        if (data.isEmpty() || done) {
            return;
        }
        if (data.equals(DONE)) {
            done = true;
            return;
        }
        JsonNode chunk = parse(data);
        if (event.name().equals("error") && !chunk.has("error")) {
            throw ErrorBody.of(chunk, key).inStream(provider);
        }
        chunk(chunk);
    }

    /** One chunk, or the whole answer of a server that does not stream. */
    void chunk(JsonNode chunk) throws ProviderFailure {
        if (chunk.hasNonNull("error")) {
            throw ErrorBody.of(chunk, key).inStream(provider);
        }
        usage(chunk.path("usage"));
        for (JsonNode choice : chunk.path("choices")) {
            if (choice.path("index").asInt(0) == 0) {
                choice(choice);
            }
        }
    }

    /** The end of the answer, or the failure that it was cut off. */
    TurnEnd end() throws ProviderFailure {
        text.end();
        reasoning.end();
        if (finish.isEmpty()) {
            throw ProviderFailure.retryable(
                    ErrorCode.STREAM_INCOMPLETE, "the answer of " + provider + " was cut off before its end");
        }
        calls.completed().forEach(sink);
        FinishReason reason = finish.get();
        if (refusal && reason == FinishReason.STOP) {
            return new TurnEnd(FinishReason.REFUSED);
        }
        if (reason == FinishReason.STOP || reason == FinishReason.TOOL_CALLS) {
            return new TurnEnd(calls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS);
        }
        return new TurnEnd(reason);
    }

    private void choice(JsonNode choice) throws ProviderFailure {
        JsonNode delta = choice.has("delta") ? choice.path("delta") : choice.path("message");
        String thought = text(delta.path("reasoning_content"));
        reasoning.accept(thought.isEmpty() ? text(delta.path("reasoning")) : thought);
        String content = text(delta.path("content"));
        String withheld = text(delta.path("refusal"));
        refusal |= !withheld.isEmpty();
        text.accept(content + withheld);
        for (JsonNode piece : delta.path("tool_calls")) {
            calls.accept(piece);
        }
        String reason = choice.path("finish_reason").asString("");
        if (!reason.isEmpty()) {
            finish = Optional.of(finish(reason));
        }
    }

    private FinishReason finish(String reason) throws ProviderFailure {
        return switch (reason.toLowerCase(Locale.ROOT)) {
            case "tool_calls", "function_call", "tool_use" -> FinishReason.TOOL_CALLS;
            case "length", "max_tokens" -> FinishReason.LENGTH;
            case "content_filter", "refusal", "safety" -> FinishReason.REFUSED;
            case "error" ->
                throw ProviderFailure.retryable(
                        ErrorCode.PROVIDER_UNAVAILABLE, provider + " ended the answer with an error");
            // stop, and words that newer servers have for it (eos, stop_sequence …).
            default -> FinishReason.STOP;
        };
    }

    private void usage(JsonNode json) {
        if (!json.isObject()) {
            return;
        }
        Usage reported = new Usage(
                count(json.path("prompt_tokens")),
                count(json.path("completion_tokens")),
                count(json.path("prompt_tokens_details").path("cached_tokens")),
                count(json.path("completion_tokens_details").path("reasoning_tokens")));
        if (!usage.equals(Optional.of(reported))) {
            usage = Optional.of(reported);
            sink.accept(new ProviderEvent.UsageReported(reported));
        }
    }

    private JsonNode parse(String data) throws ProviderFailure {
        try {
            return StrictJson.parse(data);
        } catch (PermanentException e) {
            throw new ProviderFailure(
                    ErrorCode.STREAM_INCOMPLETE,
                    "the answer of " + provider + " holds a piece that is not JSON",
                    true,
                    Optional.empty(),
                    OptionalInt.empty(),
                    e);
        }
    }

    private static long count(JsonNode node) {
        return node.isNumber() ? Math.max(0, node.asLong(0)) : 0;
    }

    /** Text, or a list of parts that hold text. */
    private static String text(JsonNode node) {
        if (node.isString()) {
            return node.stringValue();
        }
        StringBuilder text = new StringBuilder();
        if (node.isArray()) {
            node.forEach(part -> text.append(part.path("text").asString("")));
        }
        return text.toString();
    }
}
