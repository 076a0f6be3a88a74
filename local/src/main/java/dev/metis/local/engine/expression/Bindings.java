package dev.metis.local.engine.expression;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an expression can see: the reserved {@code $states} and the variables that have a value on state entry. */
public record Bindings(ObjectNode states, Variables variables) {
    public Bindings {
        Objects.requireNonNull(states, "states is null");
        Objects.requireNonNull(variables, "variables is null");
    }

    /** Looks a variable up through all scopes that the state can see. */
    @FunctionalInterface
    public interface Variables {
        @Nullable
        JsonNode find(String name);
    }
}
