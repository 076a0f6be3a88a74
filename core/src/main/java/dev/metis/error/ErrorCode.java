package dev.metis.error;

import java.util.Locale;

/** Every stable error word, with the party who can act on it. The word on the wire is the name in lower case. */
public enum ErrorCode {
    INVALID_REQUEST(Kind.CALLER),
    UNAUTHENTICATED(Kind.CALLER),
    FORBIDDEN(Kind.CALLER),
    NOT_FOUND(Kind.CALLER),
    CONFLICT(Kind.CALLER),
    RUN_ACTIVE(Kind.CALLER),
    RUN_TERMINAL(Kind.CALLER),
    IDEMPOTENCY_KEY_REUSED(Kind.CALLER),
    ALREADY_DECIDED(Kind.CALLER),
    APPROVAL_STALE(Kind.CALLER),
    APPROVAL_EXPIRED(Kind.CALLER),
    ARGUMENTS_HASH_MISMATCH(Kind.CALLER),
    ALREADY_ANSWERED(Kind.CALLER),
    PAYLOAD_TOO_LARGE(Kind.CALLER),
    RATE_LIMITED(Kind.CALLER),
    QUEUE_FULL(Kind.CAPACITY),
    BUDGET_EXCEEDED(Kind.CALLER),
    ITEM_TOO_LARGE(Kind.INTERNAL),
    TRANSACTION_TOO_LARGE(Kind.INTERNAL),
    ARTIFACT_TOO_LARGE(Kind.CALLER),
    PAYLOAD_LIMIT(Kind.INTERNAL),
    STORE_UNAVAILABLE(Kind.DEPENDENCY),
    STORE_CONTENDED(Kind.CAPACITY),
    ORCHESTRATOR_UNAVAILABLE(Kind.DEPENDENCY),
    DEFINITION_UNAVAILABLE(Kind.CALLER),
    STALE_WRITER(Kind.INTERNAL),
    PROVIDER_UNKNOWN(Kind.CALLER),
    PROVIDER_AUTH(Kind.CALLER),
    PROVIDER_RATE_LIMITED(Kind.DEPENDENCY),
    PROVIDER_OVERLOADED(Kind.DEPENDENCY),
    PROVIDER_UNAVAILABLE(Kind.DEPENDENCY),
    PROVIDER_INVALID_REQUEST(Kind.INTERNAL),
    PROVIDER_REFUSED(Kind.DEPENDENCY),
    PROVIDER_STOPPED(Kind.CALLER),
    CONTEXT_OVERFLOW(Kind.CALLER),
    STREAM_INCOMPLETE(Kind.DEPENDENCY),
    OUTPUT_TRUNCATED(Kind.DEPENDENCY),
    TOO_MANY_TOOL_CALLS(Kind.DEPENDENCY),
    SANDBOX_UNAVAILABLE(Kind.CALLER),
    SANDBOX_LOST(Kind.DEPENDENCY),
    INTERNAL(Kind.INTERNAL);

    private final Kind kind;

    ErrorCode(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** The word on the wire. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Who can act on a fault. */
    public enum Kind {
        /** The caller, or the owner of the installation, sent or set something wrong. */
        CALLER,
        /** Something we depend on failed. */
        DEPENDENCY,
        /** There is too little of something; later may be better. */
        CAPACITY,
        /** Our own fault. */
        INTERNAL
    }
}
