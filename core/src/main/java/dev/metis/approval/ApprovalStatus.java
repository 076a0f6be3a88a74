package dev.metis.approval;

import java.util.Locale;

/** pending → approved / denied / expired / withdrawn; approved → spent when its call starts. */
public enum ApprovalStatus {
    PENDING,
    APPROVED,
    DENIED,
    EXPIRED,
    WITHDRAWN,
    SPENT;

    /** The word on the wire. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
