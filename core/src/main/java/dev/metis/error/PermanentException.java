package dev.metis.error;

import org.jspecify.annotations.Nullable;

/** The same call would fail again. */
public final class PermanentException extends MetisException {
    public PermanentException(ErrorCode code, String message) {
        super(code, message, null);
    }

    public PermanentException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
