package dev.metis.tool;

/** Where a tool call is: proposed → waiting ⇄ started → finished, started → in_review → started or finished. */
public enum CallState {
    PROPOSED,
    WAITING,
    STARTED,
    IN_REVIEW,
    FINISHED
}
