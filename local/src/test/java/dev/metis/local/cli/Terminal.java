package dev.metis.local.cli;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A terminal for tests: keeps what a command prints, and types when it is asked. */
final class Terminal {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PipedOutputStream keyboard = new PipedOutputStream();
    final Console console;

    Terminal(boolean interactive) throws IOException {
        this.console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new BufferedReader(new InputStreamReader(new PipedInputStream(keyboard), StandardCharsets.UTF_8)),
                interactive);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    List<String> lines() {
        return out().lines().toList();
    }

    void type(String line) throws IOException {
        keyboard.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        keyboard.flush();
    }

    /** Waits until the words have been printed so many times. */
    void await(String words, int times) {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (err().split(java.util.regex.Pattern.quote(words), -1).length - 1 < times) {
            if (Instant.now().isAfter(deadline)) {
                throw new AssertionError("never printed " + times + " times: " + words + "\n" + err());
            }
            Thread.onSpinWait();
        }
    }
}
