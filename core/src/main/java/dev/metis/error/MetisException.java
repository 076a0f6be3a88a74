package dev.metis.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A fault with a stable code. The message says what happened, to what, and what to do; it holds no secret. */
public abstract sealed class MetisException extends RuntimeException permits TransientException, PermanentException {
    private final ErrorCode code;

    MetisException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code, "code is null");
    }

    public final ErrorCode code() {
        return code;
    }
}
