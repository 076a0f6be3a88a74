package dev.metis.local.engine.definition;

import java.util.Map;
import java.util.Objects;

/** States that may go to each other and share variables: the machine itself, a branch, or a Map's processor. */
public record Scope(String startAt, Map<String, State> states) {
    public Scope {
        Objects.requireNonNull(startAt, "startAt is null");
        states = Map.copyOf(states);
    }

    /** A state that the loader has made sure exists. */
    public State state(String name) {
        return Objects.requireNonNull(states.get(name), () -> "no state " + name);
    }
}
