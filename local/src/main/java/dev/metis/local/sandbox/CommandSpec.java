package dev.metis.local.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A program to run in a command sandbox. The directory is as the sandbox sees it, below {@code /workspace}. */
record CommandSpec(List<String> argv, String cwd, boolean readOnly, Duration timeout) {
    static final Duration MAX_TIMEOUT = Duration.ofMinutes(15);

    private static final int MAX_WORDS = 64;
    private static final int MAX_CHARACTERS = 100_000;
    private static final Path WORKSPACE = Path.of("/workspace");

    CommandSpec {
        argv = List.copyOf(argv);
        int characters = argv.stream().mapToInt(String::length).sum();
        if (argv.isEmpty() || argv.size() > MAX_WORDS || characters > MAX_CHARACTERS) {
            throw new IllegalArgumentException("argv must have 1 to 64 words and 100 000 characters");
        }
        if (argv.stream().anyMatch(word -> word.indexOf('\0') >= 0) || cwd.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("argv and cwd must not contain NUL");
        }
        if (!Path.of(cwd).equals(Path.of(cwd).normalize()) || !Path.of(cwd).startsWith(WORKSPACE)) {
            throw new IllegalArgumentException("cwd must be a plain path below /workspace");
        }
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout must be from 1 ms to 900 s");
        }
    }
}
