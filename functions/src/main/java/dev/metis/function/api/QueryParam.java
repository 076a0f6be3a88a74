package dev.metis.function.api;

import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** A parameter of the query, with its type and limits. A type's check names the limit it found broken. */
record QueryParam(String name, Type type, String description) {
    static final QueryParam LIMIT = new QueryParam("limit", new Type.Whole(1, 200, 50), "items a page");
    static final QueryParam CURSOR =
            new QueryParam("cursor", new Type.Words(1, 2_048), "nextCursor of the page before");

    QueryParam {
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(type, "type is null");
    }

    /** What the value can be. */
    sealed interface Type {
        /** A whole number in a range; the standard where none is given. */
        record Whole(long least, long most, long standard) implements Type {}

        /** One of some words. */
        record Choice(List<String> words) implements Type {
            public Choice {
                words = List.copyOf(words);
            }
        }

        /** Text of so many characters. */
        record Words(int least, int most) implements Type {}
    }

    /** Refuses a value that the type does not have. */
    void check(String value) {
        String wrong = switch (type) {
            case Type.Whole whole ->
                isWhole(value, whole.least(), whole.most())
                        ? ""
                        : "must be a whole number from " + whole.least() + " to " + whole.most();
            case Type.Choice(List<String> words) ->
                words.contains(value) ? "" : "must be one of " + String.join(", ", words);
            case Type.Words(int least, int most) ->
                value.length() >= least && value.length() <= most
                        ? ""
                        : "must have " + least + " to " + most + " characters";
        };
        if (!wrong.isEmpty()) {
            throw Problem.field(name, wrong).raise();
        }
    }

    ObjectNode schema() {
        return switch (type) {
            case Type.Whole(long least, long most, long standard) ->
                Schemas.integer(least, most).put("default", standard);
            case Type.Choice(List<String> words) -> Schemas.oneOf(words);
            case Type.Words(int least, int most) -> Schemas.text(least, most);
        };
    }

    private static boolean isWhole(String value, long least, long most) {
        if (!value.matches("0|[1-9][0-9]{0,17}")) {
            return false;
        }
        long number = Long.parseLong(value);
        return number >= least && number <= most;
    }
}
