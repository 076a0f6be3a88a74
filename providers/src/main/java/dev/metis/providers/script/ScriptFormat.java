package dev.metis.providers.script;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.json.StrictJson;
import dev.metis.provider.FinishReason;
import dev.metis.provider.ProviderFailure;
import dev.metis.providers.Failures;
import dev.metis.providers.script.ScriptTurn.ScriptCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form of a script. {@link #parse} accepts exactly what {@link #schema} does and names the field and the limit of
 * what it refuses, with {@link ErrorCode#INVALID_REQUEST}.
 */
public final class ScriptFormat {
    static final int MAX_TURNS = 1_000;
    static final int MAX_CALLS = 64;
    private static final int MAX_TEXT = 200_000;
    private static final int MAX_DELTA_MS = 60_000;
    private static final int MAX_RETRY_AFTER_SECONDS = 604_800;
    private static final Set<String> TURN_FIELDS =
            Set.of("reasoning", "text", "deltaMs", "toolCalls", "finishReason", "error");

    private ScriptFormat() {}

    /** The JSON Schema of a script, for the API's description and its checks. */
    public static ObjectNode schema() {
        try (InputStream in = ScriptFormat.class.getResourceAsStream("/schema/script.json")) {
            byte[] bytes =
                    Objects.requireNonNull(in, "schema/script.json is missing").readAllBytes();
            return (ObjectNode) StrictJson.parse(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Refuses what is no script. */
    public static void check(JsonNode script) {
        parse(script);
    }

    static List<ScriptTurn> parse(JsonNode script) {
        Fields fields = Fields.of(script, "script", Set.of("turns"));
        JsonNode turns = fields.array("turns", MAX_TURNS).orElseThrow(() -> refused("script.turns", "is missing"));
        if (turns.isEmpty()) {
            throw refused("script.turns", "is empty; at least 1 turn");
        }
        List<ScriptTurn> parsed = new ArrayList<>();
        for (JsonNode turn : turns) {
            parsed.add(turn(turn, "script.turns[" + parsed.size() + "]"));
        }
        return parsed;
    }

    private static ScriptTurn turn(JsonNode json, String at) {
        Fields fields = Fields.of(json, at, TURN_FIELDS);
        if (json.isEmpty()) {
            throw refused(at, "is empty; at least 1 field");
        }
        List<ScriptCall> calls = new ArrayList<>();
        Optional<JsonNode> toolCalls = fields.array("toolCalls", MAX_CALLS);
        if (toolCalls.isPresent()) {
            for (JsonNode call : toolCalls.get()) {
                calls.add(call(call, at + ".toolCalls[" + calls.size() + "]"));
            }
        }
        return new ScriptTurn(
                fields.text("reasoning", 0, MAX_TEXT).orElse(""),
                fields.text("text", 0, MAX_TEXT).orElse(""),
                fields.integer("deltaMs", 0, MAX_DELTA_MS).orElse(0),
                calls,
                fields.word("finishReason", List.of("stop", "tool_calls", "length", "refused"))
                        .map(word -> FinishReason.valueOf(word.toUpperCase(Locale.ROOT))),
                fields.object("error").map(error -> failure(error, at + ".error")));
    }

    private static ScriptCall call(JsonNode json, String at) {
        Fields fields = Fields.of(json, at, Set.of("name", "arguments", "rawArguments"));
        String name = fields.text("name", 1, 128).orElseThrow(() -> refused(at + ".name", "is missing"));
        Optional<String> arguments = fields.object("arguments").map(JsonNode::toString);
        Optional<String> raw = fields.text("rawArguments", 0, MAX_TEXT);
        if (arguments.isPresent() == raw.isPresent()) {
            throw refused(at, "needs exactly one of arguments and rawArguments");
        }
        return new ScriptCall(name, arguments.or(() -> raw).orElseThrow());
    }

    private static Supplier<ProviderFailure> failure(JsonNode json, String at) {
        Fields fields = Fields.of(json, at, Set.of("status", "kind", "retryAfterSeconds"));
        Optional<Integer> status = fields.integer("status", 400, 599);
        Optional<String> kind = fields.word("kind", List.of("incomplete", "overloaded", "timeout", "context_overflow"));
        if (status.isPresent() == kind.isPresent()) {
            throw refused(at, "needs exactly one of status and kind");
        }
        Optional<Duration> retryAfter = fields.number("retryAfterSeconds", 0, MAX_RETRY_AFTER_SECONDS)
                .map(seconds -> Duration.ofMillis(Math.round(seconds * 1_000)));
        return status.isPresent()
                ? () -> Failures.ofStatus(status.get(), "the script plays this failure", retryAfter)
                : () -> ofKind(kind.orElseThrow(), retryAfter);
    }

    private static ProviderFailure ofKind(String kind, Optional<Duration> retryAfter) {
        String message = "the script plays this failure";
        return switch (kind) {
            case "incomplete" -> Failures.of(ErrorCode.STREAM_INCOMPLETE, message, true, retryAfter);
            case "overloaded" -> Failures.of(ErrorCode.PROVIDER_OVERLOADED, message, true, retryAfter);
            case "timeout" -> Failures.of(ErrorCode.PROVIDER_UNAVAILABLE, message, true, retryAfter);
            case "context_overflow" -> Failures.of(ErrorCode.CONTEXT_OVERFLOW, message, false, retryAfter);
            default -> throw new IllegalStateException("unknown kind " + kind);
        };
    }

    static PermanentException refused(String field, String why) {
        return new PermanentException(ErrorCode.INVALID_REQUEST, field + " " + why);
    }
}
