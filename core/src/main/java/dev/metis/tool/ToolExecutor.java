package dev.metis.tool;

import java.util.Locale;

/** Where a call runs. */
public enum ToolExecutor {
    /** In the step that executes the call. */
    INLINE,
    /** In the run's sandbox, which fetches it. */
    SANDBOX,
    /** Nowhere: it waits for a person's answer. */
    QUESTION;

    /** The word on the wire. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
