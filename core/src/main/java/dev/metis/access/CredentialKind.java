package dev.metis.access;

/** What a secret is good for. A secret of one kind is never accepted where another is asked. */
public enum CredentialKind {
    /** Opens the API until it expires or is revoked. */
    API,
    /** A browser's cookie: opens the API, slides while it is used. */
    SESSION,
    /** Traded once for a session. */
    LINK,
    /** Opens one live connection. */
    TICKET
}
