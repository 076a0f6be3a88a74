package dev.metis.function.api;

import dev.metis.error.ErrorCode;
import dev.metis.error.MetisException;
import java.util.EnumMap;
import java.util.Map;

/** Which status a fault of the core has. A code without a line of its own has that of its kind. */
final class Faults {
    private static final Map<ErrorCode, Integer> STATUS = new EnumMap<>(Map.ofEntries(
            Map.entry(ErrorCode.UNAUTHENTICATED, 401),
            Map.entry(ErrorCode.FORBIDDEN, 403),
            Map.entry(ErrorCode.NOT_FOUND, 404),
            Map.entry(ErrorCode.CONFLICT, 409),
            Map.entry(ErrorCode.RUN_ACTIVE, 409),
            Map.entry(ErrorCode.RUN_TERMINAL, 409),
            Map.entry(ErrorCode.ALREADY_DECIDED, 409),
            Map.entry(ErrorCode.ALREADY_ANSWERED, 409),
            Map.entry(ErrorCode.APPROVAL_STALE, 409),
            Map.entry(ErrorCode.APPROVAL_EXPIRED, 410),
            Map.entry(ErrorCode.ARGUMENTS_HASH_MISMATCH, 412),
            Map.entry(ErrorCode.PAYLOAD_TOO_LARGE, 413),
            Map.entry(ErrorCode.ARTIFACT_TOO_LARGE, 413),
            Map.entry(ErrorCode.IDEMPOTENCY_KEY_REUSED, 422),
            Map.entry(ErrorCode.RATE_LIMITED, 429),
            Map.entry(ErrorCode.QUEUE_FULL, 429)));

    private Faults() {}

    static Problem problem(MetisException fault) {
        int status = status(fault.code());
        if (status == 404) {
            return Problem.notFound();
        }
        String detail = status == 500 ? "something went wrong here; the log has the request id" : fault.getMessage();
        return Problem.of(status, fault.code(), detail == null ? "" : detail);
    }

    static int status(ErrorCode code) {
        Integer own = STATUS.get(code);
        if (own != null) {
            return own;
        }
        return switch (code.kind()) {
            case CALLER -> 400;
            case DEPENDENCY, CAPACITY -> 503;
            case INTERNAL -> 500;
        };
    }
}
