package dev.metis.local.engine.definition;

import java.util.List;
import java.util.Objects;

/** Where a state goes on an error that no retry has mended. */
public record Catcher(List<String> errors, String next, State.Exit exit) {
    public Catcher {
        errors = List.copyOf(errors);
        Objects.requireNonNull(next, "next is null");
        Objects.requireNonNull(exit, "exit is null");
    }
}
