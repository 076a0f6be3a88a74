package dev.metis.provider;

import dev.metis.error.ErrorCode;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A model call that gave no whole answer, classified once. The message is for people and holds no secret. A
 * {@code retryAfter} is what the provider asked for, already made sane: never negative, absent when it asked nothing or
 * nonsense.
 */
public final class ProviderFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final boolean retryable;
    private final transient Optional<Duration> retryAfter;
    private final transient OptionalInt httpStatus;

    public ProviderFailure(
            ErrorCode code,
            String message,
            boolean retryable,
            Optional<Duration> retryAfter,
            OptionalInt httpStatus,
            @Nullable Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code, "code is null");
        this.retryable = retryable;
        this.retryAfter = Objects.requireNonNull(retryAfter, "retryAfter is null");
        this.httpStatus = Objects.requireNonNull(httpStatus, "httpStatus is null");
        if (retryAfter.isPresent() && retryAfter.get().isNegative()) {
            throw new IllegalArgumentException("retryAfter is negative");
        }
    }

    /** The same call may succeed later. */
    public static ProviderFailure retryable(ErrorCode code, String message) {
        return new ProviderFailure(code, message, true, Optional.empty(), OptionalInt.empty(), null);
    }

    /** The same call would fail again. */
    public static ProviderFailure permanent(ErrorCode code, String message) {
        return new ProviderFailure(code, message, false, Optional.empty(), OptionalInt.empty(), null);
    }

    /** The stop signal closed the stream; not the provider's fault. */
    public static ProviderFailure stopped() {
        return permanent(ErrorCode.PROVIDER_STOPPED, "the call was stopped");
    }

    public ErrorCode code() {
        return code;
    }

    public boolean retryable() {
        return retryable;
    }

    public Optional<Duration> retryAfter() {
        return retryAfter;
    }

    /** The status that the provider answered, where there was one. */
    public OptionalInt httpStatus() {
        return httpStatus;
    }

    public boolean isStopped() {
        return code == ErrorCode.PROVIDER_STOPPED;
    }
}
