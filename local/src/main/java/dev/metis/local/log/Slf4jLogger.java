package dev.metis.local.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger of SLF4J over the one log. */
final class Slf4jLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;

    Slf4jLogger(String name) {
        this.name = name;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return Loggers.wants(name, LogLevel.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return Loggers.wants(name, LogLevel.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return Loggers.wants(name, LogLevel.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return Loggers.wants(name, LogLevel.ERROR);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            @Nullable String pattern,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        String message = MessageFormatter.basicArrayFormat(pattern, arguments);
        Log.process().write(level(level), name, message == null ? "" : message, thrown);
    }

    private static LogLevel level(Level level) {
        return switch (level) {
            case TRACE, DEBUG -> LogLevel.DEBUG;
            case INFO -> LogLevel.INFO;
            case WARN -> LogLevel.WARN;
            case ERROR -> LogLevel.ERROR;
        };
    }
}
