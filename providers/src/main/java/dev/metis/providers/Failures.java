package dev.metis.providers;

import dev.metis.error.ErrorCode;
import dev.metis.provider.ProviderFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The one place that says what a status of a model API means. 408, 409, 425 and every 5xx may pass; 429 may pass after
 * a while; 529 and 503 are overload; the rest of 4xx would fail again.
 */
public final class Failures {
    private Failures() {}

    public static ProviderFailure of(ErrorCode code, String message, boolean retryable, Optional<Duration> retryAfter) {
        return new ProviderFailure(code, message, retryable, retryAfter, OptionalInt.empty(), null);
    }

    /** The failure that a status alone tells; a codec that knows more from the body says so itself. */
    public static ProviderFailure ofStatus(int status, String message, Optional<Duration> retryAfter) {
        return new ProviderFailure(code(status), message, retryable(status), retryAfter, OptionalInt.of(status), null);
    }

    private static ErrorCode code(int status) {
        return switch (status) {
            case 401, 402, 403 -> ErrorCode.PROVIDER_AUTH;
            case 404 -> ErrorCode.PROVIDER_UNKNOWN;
            case 408, 409, 425 -> ErrorCode.PROVIDER_UNAVAILABLE;
            case 413 -> ErrorCode.CONTEXT_OVERFLOW;
            case 429 -> ErrorCode.PROVIDER_RATE_LIMITED;
            case 503, 529 -> ErrorCode.PROVIDER_OVERLOADED;
            default -> status >= 500 ? ErrorCode.PROVIDER_UNAVAILABLE : ErrorCode.PROVIDER_INVALID_REQUEST;
        };
    }

    private static boolean retryable(int status) {
        return switch (status) {
            case 408, 409, 425, 429 -> true;
            case 501, 505 -> false;
            default -> status >= 500;
        };
    }
}
