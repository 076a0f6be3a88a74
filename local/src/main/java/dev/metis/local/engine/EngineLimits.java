package dev.metis.local.engine;

import java.time.Duration;

/** The limits of Step Functions and Lambda that the engine enforces. */
final class EngineLimits {
    static final int PAYLOAD_BYTES = 262_144;
    static final int VARIABLE_BYTES = 10 * 1024 * 1024;
    static final int EVENTS = 25_000;
    static final int MAP_CONCURRENCY = 40;
    static final int ERROR_CHARS = 256;
    static final int CAUSE_CHARS = 32_768;
    static final Duration FUNCTION_TIME = Duration.ofMinutes(15);
    static final Duration KEEP_ENDED = Duration.ofDays(90);

    private EngineLimits() {}
}
