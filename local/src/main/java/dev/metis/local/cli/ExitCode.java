package dev.metis.local.cli;

/** What commands end with. */
final class ExitCode {
    static final int OK = 0;
    /** The run failed, or the command could not do its work. */
    static final int FAILED = 1;
    /** The command was used wrongly. */
    static final int USAGE = 2;
    /** The run was cancelled. */
    static final int CANCELLED = 3;
    /** The run was interrupted. */
    static final int INTERRUPTED = 4;

    private ExitCode() {}
}
