package dev.metis.error;

import org.jspecify.annotations.Nullable;

/** The same call may succeed later; the state machine retries it. */
public final class TransientException extends MetisException {
    public TransientException(ErrorCode code, String message) {
        super(code, message, null);
    }

    public TransientException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
