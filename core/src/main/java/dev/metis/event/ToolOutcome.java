package dev.metis.event;

/** How a tool call ended. */
public enum ToolOutcome {
    OK,
    ERROR,
    DENIED,
    TIMEOUT,
    CANCELLED,
    SKIPPED
}
