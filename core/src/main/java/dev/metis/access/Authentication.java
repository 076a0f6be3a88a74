package dev.metis.access;

/** Whether a secret opened anything. To the outside every refusal looks the same; the reason is for the log. */
public sealed interface Authentication {
    /** It did. {@code slid} says that a session now lasts longer than before. */
    record Authenticated(Caller caller, boolean slid) implements Authentication {}

    /** It did not. */
    record Refused(Reason reason) implements Authentication {}

    /** Why not. */
    enum Reason {
        /** Nothing has this secret, or not any more. */
        UNKNOWN,
        /** Its time is over. */
        EXPIRED,
        /** It is good for something else. */
        WRONG_KIND,
        /** Its principal is gone. */
        NO_PRINCIPAL
    }
}
