package dev.metis.event;

/** What a run waits for, in the order in which it is shown when there are several. */
public enum WaitKind {
    APPROVAL,
    USER,
    CHILD,
    SLOT
}
