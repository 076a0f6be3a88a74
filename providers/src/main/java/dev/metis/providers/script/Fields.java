package dev.metis.providers.script;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads the fields of one object of a script, each with its limits; what does not fit is refused by name. */
record Fields(JsonNode json, String at) {
    static Fields of(JsonNode json, String at, Set<String> known) {
        if (!json.isObject()) {
            throw ScriptFormat.refused(at, "must be an object");
        }
        for (String name : json.propertyNames()) {
            if (!known.contains(name)) {
                throw ScriptFormat.refused(at + "." + shown(name), "is no field of a script");
            }
        }
        return new Fields(json, at);
    }

    Optional<JsonNode> array(String name, int max) {
        return field(name).map(value -> {
            check(name, value.isArray(), "must be a list");
            check(name, value.size() <= max, "has " + value.size() + " entries; at most " + max);
            return value;
        });
    }

    Optional<JsonNode> object(String name) {
        return field(name).map(value -> {
            check(name, value.isObject(), "must be an object");
            return value;
        });
    }

    Optional<String> text(String name, int min, int max) {
        return field(name).map(value -> {
            check(name, value.isString(), "must be text");
            String text = value.stringValue();
            int length = text.codePointCount(0, text.length());
            check(name, length >= min && length <= max, "has " + length + " characters; " + min + " to " + max);
            return text;
        });
    }

    Optional<String> word(String name, List<String> words) {
        return field(name).map(value -> {
            check(name, value.isString() && words.contains(value.stringValue()), "must be one of " + words);
            return value.stringValue();
        });
    }

    Optional<Integer> integer(String name, int min, int max) {
        return number(name, min, max).map(value -> {
            check(name, value == Math.rint(value), "must be a whole number");
            return value.intValue();
        });
    }

    Optional<Double> number(String name, int min, int max) {
        return field(name).map(value -> {
            check(name, value.isNumber(), "must be a number");
            double number = value.doubleValue();
            check(name, number >= min && number <= max, "is out of range; " + min + " to " + max);
            return number;
        });
    }

    private Optional<JsonNode> field(String name) {
        return json.has(name) ? Optional.of(json.path(name)) : Optional.empty();
    }

    private void check(String name, boolean holds, String why) {
        if (!holds) {
            throw ScriptFormat.refused(at + "." + name, why);
        }
    }

    private static String shown(String name) {
        return name.length() <= 60 ? name : name.substring(0, name.offsetByCodePoints(0, 30)) + "…";
    }
}
