package dev.metis.local.cli;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where a command speaks and listens: results to one stream, explanations to another. Everything that came from outside is made
 * harmless here, so that no caller can forget it.
 */
final class Console {
    private final PrintStream out;
    private final PrintStream err;
    private final BufferedReader input;
    private final boolean interactive;
    private boolean midLine;

    Console(PrintStream out, PrintStream err, BufferedReader input, boolean interactive) {
        this.input = input;
        this.out = out;
        this.err = err;
        this.interactive = interactive;
    }

    static Console system() {
        return new Console(
                new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, StandardCharsets.UTF_8),
                new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.err), true, StandardCharsets.UTF_8),
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                Optional.ofNullable(System.console())
                        .map(java.io.Console::isTerminal)
                        .orElse(false));
    }

    /** For texts of our own that are a command's result, such as its help. */
    PrintWriter writer() {
        return new PrintWriter(out, true, StandardCharsets.UTF_8);
    }

    /** What the person types. */
    BufferedReader input() {
        return input;
    }

    /** Whether a person sits at both ends. */
    boolean interactive() {
        return interactive;
    }

    /** One line of result. */
    synchronized void result(String line) {
        endLine();
        out.println(line);
        out.flush();
    }

    /** A piece of running text, as result. */
    synchronized void text(String piece) {
        if (!piece.isEmpty()) {
            out.print(TerminalText.lines(piece));
            out.flush();
            midLine = !piece.endsWith("\n");
        }
    }

    /** One line of explanation. */
    synchronized void say(String line) {
        endLine();
        err.println(TerminalText.oneLine(line));
        err.flush();
    }

    /** Several lines of explanation, each behind a margin, so that none passes for one of ours. */
    synchronized void quote(String margin, String text) {
        endLine();
        TerminalText.lines(text).lines().forEach(line -> err.println(margin + line));
        err.flush();
    }

    /** A question; the cursor stays behind it. */
    synchronized void ask(String question) {
        endLine();
        err.print(TerminalText.oneLine(question));
        err.flush();
    }

    /** Ends a line of running text. */
    synchronized void endLine() {
        if (midLine) {
            out.println();
            out.flush();
            midLine = false;
        }
    }
}
