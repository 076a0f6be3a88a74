package dev.metis.local.log;

/** What of whose talk is wanted: libraries are quieter than we are. */
final class Loggers {
    private Loggers() {}

    static boolean wants(String logger, LogLevel level) {
        boolean own = logger.startsWith("dev.metis.");
        boolean loudEnough = own || level.atLeast(LogLevel.WARN);
        return loudEnough && Log.process().wants(level);
    }
}
