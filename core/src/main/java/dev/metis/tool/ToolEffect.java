package dev.metis.tool;

import java.util.Locale;

/** What a tool can do to the world; policy and scheduling look at this, never at a name. */
public enum ToolEffect {
    /** Changes nothing. */
    READ,
    /** Changes files of the workspace. */
    WRITE,
    /** Runs what it is told. */
    EXECUTE,
    /** Asks a person. */
    ASK,
    /** Changes only the run's own plan. */
    PLAN;

    /** The word on the wire. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether calls of it may run beside each other. */
    public boolean readOnly() {
        return this == READ;
    }
}
