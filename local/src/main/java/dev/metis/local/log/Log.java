package dev.metis.local.log;

import dev.metis.port.TimeSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where every entry goes: what warns to stderr, and once a folder is given, everything from the chosen level on to a file
 * in it that is renamed when it grows. A disk that is full loses entries, never the program.
 */
public final class Log {
    private static final String FILE = "metis.jsonl";
    private static final long LARGEST_FILE = 10 * 1024 * 1024;
    private static final int OLD_FILES = 3;
    private static final Log PROCESS = new Log(System.err);

    private final Redactor redactor = new Redactor();
    private final PrintStream stderr;
    private TimeSource time = () -> Instant.EPOCH;
    private LogLevel fileLevel = LogLevel.INFO;
    private LogLevel stderrLevel = LogLevel.WARN;
    private Optional<Path> folder = Optional.empty();
    private @Nullable OutputStream file;
    private long written;

    Log(PrintStream stderr) {
        this.stderr = stderr;
    }

    /** The log of this process. */
    public static Log process() {
        return PROCESS;
    }

    /** What must appear in no entry. */
    public Redactor redactor() {
        return redactor;
    }

    /** Takes over from every other place that entries of this process could go to. */
    public void takeOver(TimeSource source) {
        clock(source);
        JulHandler.install();
    }

    synchronized void clock(TimeSource source) {
        time = source;
    }

    public synchronized void stderrFrom(LogLevel level) {
        stderrLevel = level;
    }

    /** Writes entries from the level on to files in the folder. */
    public synchronized void fileIn(Path where, LogLevel level) throws IOException {
        closeFile();
        folder = Optional.of(where);
        fileLevel = level;
        openFile(where);
    }

    /** Ends the file; entries go to stderr only. */
    public synchronized void close() throws IOException {
        folder = Optional.empty();
        closeFile();
    }

    boolean wants(LogLevel level) {
        return level.atLeast(stderrLevel) || (file != null && level.atLeast(fileLevel));
    }

    void write(LogLevel level, String logger, String message, @Nullable Throwable thrown) {
        if (!wants(level)) {
            return;
        }
        String line = LogRecordJson.line(redactor, time.now(), level, logger, message, thrown) + "\n";
        synchronized (this) {
            if (level.atLeast(stderrLevel)) {
                stderr.print(line);
                stderr.flush();
            }
            if (file != null && level.atLeast(fileLevel)) {
                append(line.getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    private void append(byte[] line) {
        OutputStream open = file;
        if (open == null) {
            return;
        }
        try {
            open.write(line);
            written += line.length;
            if (written > LARGEST_FILE) {
                turnOver();
            }
        } catch (IOException e) {
            // There is nowhere left to say it but here, and an entry is not worth the program.
            stderr.println("{\"level\":\"WARN\",\"message\":\"the log file cannot be written\"}");
        }
    }

    private void turnOver() throws IOException {
        closeFile();
        Path where = folder.orElseThrow();
        for (int i = OLD_FILES; i >= 1; i--) {
            Path from = where.resolve(i == 1 ? FILE : FILE + "." + (i - 1));
            if (Files.exists(from)) {
                Files.move(from, where.resolve(FILE + "." + i), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        openFile(where);
    }

    private void openFile(Path where) throws IOException {
        Path path = where.resolve(FILE);
        file = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        written = Files.size(path);
    }

    private void closeFile() throws IOException {
        OutputStream open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }
}
