package dev.metis.local.log;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** Sends what the JDK and our own code log to the one log. Found by the service loader. */
public final class SystemLoggers extends System.LoggerFinder {
    @Override
    public System.Logger getLogger(String name, Module module) {
        return new ToLog(name);
    }

    private record ToLog(String name) implements System.Logger {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return level != Level.OFF && Loggers.wants(name, level(level));
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
            if (isLoggable(level)) {
                Log.process().write(level(level), name, message == null ? "" : message, thrown);
            }
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... params) {
            if (isLoggable(level)) {
                Log.process().write(level(level), name, format(format, params), null);
            }
        }

        private static String format(@Nullable String format, @Nullable Object @Nullable [] params) {
            String pattern = format == null ? "" : format;
            if (params == null || params.length == 0) {
                return pattern;
            }
            try {
                return MessageFormat.format(pattern, params);
            } catch (IllegalArgumentException e) {
                return pattern;
            }
        }

        private static LogLevel level(Level level) {
            return switch (level) {
                case ALL, TRACE, DEBUG, OFF -> LogLevel.DEBUG;
                case INFO -> LogLevel.INFO;
                case WARNING -> LogLevel.WARN;
                case ERROR -> LogLevel.ERROR;
            };
        }
    }
}
