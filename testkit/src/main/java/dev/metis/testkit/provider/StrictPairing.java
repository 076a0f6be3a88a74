package dev.metis.testkit.provider;

import dev.metis.error.PermanentException;
import dev.metis.json.StrictJson;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The strictest server there is, in one: says what is wrong with a request, if anything. Every call has exactly one
 * result, at once and in order; ids are safe and unique; names are safe; arguments are objects; nothing is empty.
 */
final class StrictPairing {
    private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_.:-]{1,64}");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    private final Set<String> ids = new HashSet<>();
    private final Deque<String> awaited = new ArrayDeque<>();

    private StrictPairing() {}

    static Optional<String> fault(JsonNode request) {
        return new StrictPairing().check(request);
    }

    private Optional<String> check(JsonNode request) {
        if (!request.path("model").isString() || request.path("messages").isEmpty()) {
            return Optional.of("model and messages are needed");
        }
        int at = 0;
        for (JsonNode message : request.path("messages")) {
            Optional<String> fault = message(message);
            if (fault.isPresent()) {
                return Optional.of("messages[" + at + "]: " + fault.get());
            }
            at++;
        }
        if (!awaited.isEmpty()) {
            return Optional.of("no result for the call " + awaited.peekFirst());
        }
        return tools(request.path("tools"));
    }

    private Optional<String> message(JsonNode message) {
        String role = message.path("role").asString("");
        if (!awaited.isEmpty() && !role.equals("tool")) {
            return Optional.of("expected the result of the call " + awaited.peekFirst());
        }
        boolean text = message.path("content").isString()
                && !message.path("content").stringValue().isBlank();
        return switch (role) {
            case "system", "user" -> text ? Optional.empty() : Optional.of("content is empty");
            case "tool" -> text ? result(message.path("tool_call_id").asString("")) : Optional.of("content is empty");
            case "assistant" -> assistant(message, text);
            default -> Optional.of("unknown role " + role);
        };
    }

    private Optional<String> result(String id) {
        return id.equals(awaited.pollFirst())
                ? Optional.empty()
                : Optional.of("a result for " + id + ", which is not the next call");
    }

    private Optional<String> assistant(JsonNode message, boolean text) {
        JsonNode calls = message.path("tool_calls");
        if (!text && (!message.path("content").isNull() || calls.isEmpty())) {
            return Optional.of("content is empty");
        }
        for (JsonNode call : calls) {
            String id = call.path("id").asString("");
            if (!ID.matcher(id).matches() || !ids.add(id)) {
                return Optional.of("the call id " + id + " is not safe or not unique");
            }
            JsonNode function = call.path("function");
            if (!NAME.matcher(function.path("name").asString("")).matches()) {
                return Optional.of("the function name is not safe");
            }
            if (!object(function.path("arguments").asString(""))) {
                return Optional.of("the arguments are no JSON object");
            }
            awaited.addLast(id);
        }
        return Optional.empty();
    }

    private static Optional<String> tools(JsonNode tools) {
        Set<String> names = new HashSet<>();
        for (JsonNode tool : tools) {
            JsonNode function = tool.path("function");
            String name = function.path("name").asString("");
            if (!NAME.matcher(name).matches() || !names.add(name)) {
                return Optional.of("the tool name " + name + " is not safe or not unique");
            }
            if (!function.path("parameters").isObject()) {
                return Optional.of("the tool " + name + " has no parameters");
            }
        }
        return Optional.empty();
    }

    private static boolean object(String text) {
        try {
            return StrictJson.parse(text).isObject();
        } catch (PermanentException e) {
            return false;
        }
    }
}
