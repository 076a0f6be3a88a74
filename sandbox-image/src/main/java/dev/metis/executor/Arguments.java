package dev.metis.executor;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The arguments of one call, taken field by field; a field that nobody takes is refused by its name. */
final class Arguments {
    private final JsonNode node;
    private final Set<String> taken = new HashSet<>();

    Arguments(JsonNode node) {
        this.node = node;
    }

    String text(String name) throws ToolFailure {
        return optionalText(name).orElseThrow(() -> ToolFailure.arguments(name + " is missing"));
    }

    Optional<String> optionalText(String name) throws ToolFailure {
        JsonNode value = take(name);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isString()) {
            throw ToolFailure.arguments(name + " must be a string");
        }
        return Optional.of(value.stringValue());
    }

    int number(String name, int otherwise, int min, int max) throws ToolFailure {
        JsonNode value = take(name);
        if (value.isMissingNode()) {
            return otherwise;
        }
        boolean whole = value.isNumber() && value.canConvertToInt() && value.doubleValue() == value.intValue();
        if (!whole || value.intValue() < min || value.intValue() > max) {
            throw ToolFailure.arguments(name + " must be a whole number from " + min + " to " + max);
        }
        return value.intValue();
    }

    boolean flag(String name) throws ToolFailure {
        JsonNode value = take(name);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw ToolFailure.arguments(name + " must be true or false");
        }
        return value.isBoolean() && value.booleanValue();
    }

    /** Call this after the last field was taken. */
    void noMore() throws ToolFailure {
        if (!node.isObject()) {
            throw ToolFailure.arguments("the arguments must be an object");
        }
        for (String name : node.propertyNames()) {
            if (!taken.contains(name)) {
                throw ToolFailure.arguments("there is no field " + Names.shown(name));
            }
        }
    }

    private JsonNode take(String name) {
        taken.add(name);
        return node.path(name);
    }
}
