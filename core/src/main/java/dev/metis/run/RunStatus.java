package dev.metis.run;

import dev.metis.event.WaitKind;
import java.util.Locale;

/** Where a run is. The legal ways between are in {@link RunLifecycle}. */
public enum RunStatus {
    QUEUED,
    LEASED,
    RUNNING,
    WAITING_APPROVAL,
    WAITING_USER,
    WAITING_CHILD,
    WAITING_SLOT,
    CANCELLING,
    COMPLETED,
    FAILED,
    CANCELLED,
    INTERRUPTED;

    public boolean terminal() {
        return switch (this) {
            case COMPLETED, FAILED, CANCELLED, INTERRUPTED -> true;
            case QUEUED, LEASED, RUNNING, WAITING_APPROVAL, WAITING_USER, WAITING_CHILD, WAITING_SLOT, CANCELLING ->
                false;
        };
    }

    public boolean waiting() {
        return switch (this) {
            case WAITING_APPROVAL, WAITING_USER, WAITING_CHILD, WAITING_SLOT -> true;
            case QUEUED, LEASED, RUNNING, CANCELLING, COMPLETED, FAILED, CANCELLED, INTERRUPTED -> false;
        };
    }

    public static RunStatus waitingOn(WaitKind kind) {
        return switch (kind) {
            case APPROVAL -> WAITING_APPROVAL;
            case USER -> WAITING_USER;
            case CHILD -> WAITING_CHILD;
            case SLOT -> WAITING_SLOT;
        };
    }

    /** The word on the wire. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
