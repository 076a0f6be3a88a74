package dev.metis.local.engine;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.definition.State;
import dev.metis.local.engine.expression.Bindings;
import dev.metis.local.engine.expression.EvaluationException;
import dev.metis.local.engine.expression.Template;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Evaluates the fields of a frame's state; every fault is the error that the state then reports. */
final class Evaluator {
    /** What {@code $states} holds besides input and context. */
    record Extras(
            @Nullable JsonNode result,
            @Nullable JsonNode errorOutput,
            @Nullable String token,
            @Nullable JsonNode item) {
        static final Extras NONE = new Extras(null, null, null, null);

        static Extras result(JsonNode result) {
            return new Extras(result, null, null, null);
        }

        static Extras error(JsonNode errorOutput) {
            return new Extras(null, errorOutput, null, null);
        }

        static Extras token(@Nullable String token) {
            return new Extras(null, null, token, null);
        }

        static Extras item(JsonNode item) {
            return new Extras(null, null, null, item);
        }
    }

    private Evaluator() {}

    static Bindings bindings(Execution execution, Frame frame, Extras extras) {
        ObjectNode states = ItemMapper.object();
        states.set("input", frame.input);
        states.set("context", context(execution, frame, extras));
        if (extras.result() != null) {
            states.set("result", extras.result());
        }
        if (extras.errorOutput() != null) {
            states.set("errorOutput", extras.errorOutput());
        }
        return new Bindings(states, frame::variable);
    }

    private static ObjectNode context(Execution execution, Frame frame, Extras extras) {
        ObjectNode context = ItemMapper.object();
        context.set("Execution", execution.contextExecution());
        context.set("StateMachine", execution.contextMachine());
        ObjectNode state = context.putObject("State");
        state.put("EnteredTime", ItemMapper.timestamp(frame.entered));
        state.put("Name", frame.state);
        state.put("RetryCount", frame.retryCount);
        if (extras.token() != null) {
            context.putObject("Task").put("Token", extras.token());
        }
        JsonNode item = extras.item() != null ? extras.item() : frame.item;
        if (item != null) {
            context.putObject("Map").set("Item", item);
        }
        return context;
    }

    static JsonNode value(Template template, Bindings bindings) throws StateError {
        try {
            return template.evaluate(bindings);
        } catch (EvaluationException e) {
            throw new StateError(ErrorOutput.QUERY, e.problem());
        }
    }

    static JsonNode value(Optional<Template> template, Bindings bindings, JsonNode otherwise) throws StateError {
        return template.isPresent() ? value(template.get(), bindings) : otherwise;
    }

    static boolean condition(Template template, Bindings bindings, int rule) throws StateError {
        JsonNode value = value(template, bindings);
        if (!value.isBoolean()) {
            throw unexpected("Choices/" + rule + "/Condition", "a boolean", value);
        }
        return value.booleanValue();
    }

    static Optional<Duration> seconds(Optional<Template> template, Bindings bindings, String field) throws StateError {
        return template.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(whole(template.get(), bindings, field, 1)));
    }

    static long whole(Template template, Bindings bindings, String field, long least) throws StateError {
        JsonNode value = value(template, bindings);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < least
                || value.longValue() > 99_999_999) {
            throw unexpected(field, "a whole number from " + least + " to 99999999", value);
        }
        return value.longValue();
    }

    static @Nullable String text(Optional<Template> template, Bindings bindings, String field) throws StateError {
        if (template.isEmpty()) {
            return null;
        }
        JsonNode value = value(template.get(), bindings);
        if (!value.isString()) {
            throw unexpected(field, "a string", value);
        }
        return value.stringValue();
    }

    static Instant wakeUp(State.Wait wait, Bindings bindings, Instant now) throws StateError {
        if (!wait.until()) {
            return now.plusSeconds(whole(wait.when(), bindings, "Seconds", 0));
        }
        JsonNode value = value(wait.when(), bindings);
        try {
            return OffsetDateTime.parse(value.isString() ? value.stringValue() : "")
                    .toInstant();
        } catch (DateTimeException e) {
            throw unexpected("Timestamp", "an RFC 3339 timestamp", value);
        }
    }

    /** Evaluates the variables of an exit, all with the values on state entry, and checks their sizes. */
    static Map<String, JsonNode> assigned(Frame frame, State.Exit exit, Bindings bindings) throws StateError {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        int size = 0;
        for (Map.Entry<String, Template> assign : exit.assign().entrySet()) {
            JsonNode value = value(assign.getValue(), bindings);
            size += PayloadSize.of(value);
            values.put(assign.getKey(), value);
        }
        if (size > EngineLimits.PAYLOAD_BYTES) {
            throw tooLarge("variables of Assign", size, EngineLimits.PAYLOAD_BYTES);
        }
        if (!values.isEmpty()) {
            checkAllVariables(frame, values);
        }
        return values;
    }

    private static void checkAllVariables(Frame frame, Map<String, JsonNode> values) throws StateError {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        for (Frame scope = frame; scope != null; scope = scope.parent) {
            scope.variables.forEach(all::putIfAbsent);
        }
        all.putAll(values);
        long size = all.values().stream().mapToLong(PayloadSize::of).sum();
        if (size > EngineLimits.VARIABLE_BYTES) {
            throw tooLarge("variables of the execution", size, EngineLimits.VARIABLE_BYTES);
        }
    }

    static JsonNode sized(String what, JsonNode value) throws StateError {
        int size = PayloadSize.of(value);
        if (size > EngineLimits.PAYLOAD_BYTES) {
            throw tooLarge(what, size, EngineLimits.PAYLOAD_BYTES);
        }
        return value;
    }

    private static StateError tooLarge(String what, long size, int limit) {
        return new StateError(
                ErrorOutput.DATA_LIMIT,
                "The " + what + " has " + size + " bytes, more than the maximum of " + limit + ".");
    }

    static StateError unexpected(String field, String expected, JsonNode value) {
        String text = ItemMapper.write(value);
        return new StateError(
                ErrorOutput.QUERY,
                "The field '" + field + "' has to be " + expected + ", but was: "
                        + text.substring(0, Math.min(text.length(), 200)));
    }
}
