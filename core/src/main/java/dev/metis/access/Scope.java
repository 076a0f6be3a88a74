package dev.metis.access;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One thing a credential lets its holder ask for. */
public enum Scope {
    /** Read conversations, runs, events, approvals, questions, artifacts and the catalogue. */
    RUNS_READ("runs:read"),
    /** Write conversations and messages, start and cancel runs, answer questions that a model asks. */
    RUNS_WRITE("runs:write"),
    /** Decide approvals, and say what became of a call whose outcome is unknown. */
    APPROVALS_DECIDE("approvals:decide"),
    /** Start runs in mode full. */
    MODE_FULL("mode:full"),
    /** Make, list and revoke API tokens. */
    ADMIN("admin");

    /** What a token made by API has when nothing else is asked. */
    public static final Set<Scope> RUNS = Collections.unmodifiableSet(EnumSet.of(RUNS_READ, RUNS_WRITE));

    public static final Set<Scope> ALL = Collections.unmodifiableSet(EnumSet.allOf(Scope.class));

    private final String wire;

    Scope(String wire) {
        this.wire = wire;
    }

    /** The word on the wire. */
    public String wire() {
        return wire;
    }

    public static Optional<Scope> ofWire(String word) {
        return Arrays.stream(values()).filter(s -> s.wire.equals(word)).findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(Scope::wire).toList();
    }
}
