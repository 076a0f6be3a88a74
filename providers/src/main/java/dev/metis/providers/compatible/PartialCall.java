package dev.metis.providers.compatible;

import dev.metis.error.PermanentException;
import dev.metis.json.StrictJson;

/** A tool call that is being streamed. */
final class PartialCall {
    private static final int MAX_ARGUMENTS = 4 * 1024 * 1024;

    private final int index;
    private String id;
    private final StringBuilder name = new StringBuilder();
    private final StringBuilder arguments = new StringBuilder();

    /** {@code index} is -1 where the server sends none. */
    PartialCall(int index, String id) {
        this.index = index;
        this.id = id;
    }

    int index() {
        return index;
    }

    String id() {
        return id;
    }

    String name() {
        return name.toString();
    }

    String arguments() {
        return arguments.isEmpty() ? "{}" : arguments.toString();
    }

    boolean hasArguments() {
        return !arguments.toString().isBlank();
    }

    /** Whether what has come is a whole JSON value, so that more of it would be another call's. */
    boolean whole() {
        try {
            return hasArguments() && StrictJson.parse(arguments.toString()).isContainer();
        } catch (PermanentException e) {
            return false;
        }
    }

    void identify(String given) {
        if (id.isEmpty()) {
            id = given;
        }
    }

    /** Names come in pieces from some servers, and whole again with every piece of arguments from others. */
    void nameContinues(String piece, ToolNames names) {
        boolean again = piece.contentEquals(name) && (names.known(piece) || hasArguments());
        if (!again) {
            name.append(piece);
        }
    }

    /** False when the arguments grow past all reason. */
    boolean argumentsContinue(String piece) {
        arguments.append(piece);
        return arguments.length() <= MAX_ARGUMENTS;
    }
}
