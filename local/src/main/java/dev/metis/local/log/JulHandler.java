package dev.metis.local.log;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Sends what is logged through {@code java.util.logging} to the one log. */
final class JulHandler extends Handler {
    /** The root logger, held on to: the log manager itself would let it go. */
    private static final Logger ROOT = Logger.getLogger("");

    private final SimpleFormatter formatter = new SimpleFormatter();

    private JulHandler() {}

    /** From now on there is no other handler. */
    static void install() {
        LogManager.getLogManager().reset();
        ROOT.setLevel(Level.FINE);
        ROOT.addHandler(new JulHandler());
    }

    @Override
    public void publish(LogRecord entry) {
        String name = entry.getLoggerName() == null ? "" : entry.getLoggerName();
        LogLevel level = level(entry.getLevel());
        if (Loggers.wants(name, level)) {
            String message = formatter.formatMessage(entry);
            Log.process().write(level, name, message == null ? "" : message, entry.getThrown());
        }
    }

    private static LogLevel level(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return LogLevel.ERROR;
        }
        if (value >= Level.WARNING.intValue()) {
            return LogLevel.WARN;
        }
        return value >= Level.INFO.intValue() ? LogLevel.INFO : LogLevel.DEBUG;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
