package dev.metis.local.log;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How much an entry matters, the least first. */
public enum LogLevel {
    DEBUG,
    INFO,
    WARN,
    ERROR;

    /** The level of the word, without case. */
    public static Optional<LogLevel> of(String word) {
        return Arrays.stream(values())
                .filter(level -> level.name().equals(word.toUpperCase(Locale.ROOT)))
                .findFirst();
    }

    boolean atLeast(LogLevel other) {
        return compareTo(other) >= 0;
    }
}
