package dev.metis.tool;

import java.util.Locale;

/** What was decided on a proposed call: once, when its turn ended. The gate may only tighten it. */
public enum CallDecision {
    ALLOW,
    ASK,
    DENY;

    /** The word on the wire. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
