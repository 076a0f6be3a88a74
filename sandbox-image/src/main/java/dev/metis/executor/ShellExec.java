package dev.metis.executor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** {@code shell.exec}: a command line in a sandbox of its own, with streamed output, a deadline and an exit code. */
final class ShellExec implements Tool {
    private static final int MAX_COMMAND = 32_768;

    private final Workspace workspace;
    private final StarterClient starter;
    private final Path scratch;

    ShellExec(Workspace workspace, StarterClient starter, Path scratch) {
        this.workspace = workspace;
        this.starter = starter;
        this.scratch = scratch;
    }

    @Override
    public boolean changesFiles() {
        return true;
    }

    @Override
    public Finished run(Call call) throws ToolFailure, IOException {
        Arguments arguments = call.arguments();
        String line = arguments.text("command");
        Place cwd = workspace.resolve(arguments.optionalText("cwd").orElse("."));
        int seconds = arguments.number("timeoutSeconds", 120, 1, 900);
        arguments.noMore();
        if (line.isBlank() || line.length() > MAX_COMMAND || line.indexOf('\0') >= 0) {
            throw ToolFailure.arguments("command must have 1 to " + MAX_COMMAND + " characters and no NUL");
        }
        workspace.open(cwd).close();
        call.shorten(seconds);
        String folder = cwd.isRoot() ? "/workspace" : "/workspace/" + cwd.path();
        var program = new StarterClient.Program(List.of("/bin/bash", "-c", line), folder, false);
        Ran ran = Ran.run(starter, program, call, scratch);
        return ran.finished(text(ran), "output.txt", "text/plain; charset=utf-8", true);
    }

    private static String text(Ran ran) {
        StringBuilder text = new StringBuilder(head(ran));
        Capture capture = ran.capture();
        if (capture.stdoutBytes() == 0 && capture.stderrBytes() == 0) {
            return text.append("\n(no output)\n").toString();
        }
        section(text, "stdout", capture.stdoutBytes(), capture.stdoutText());
        section(text, "stderr", capture.stderrBytes(), capture.stderrText());
        if (capture.overflowed()) {
            text.append("[the artifact holds the first 64 MB]\n");
        }
        return text.toString();
    }

    private static String head(Ran ran) {
        String time = String.format(Locale.ROOT, "%.1f s", ran.millis() / 1000.0);
        return switch (ran.ended().how()) {
            case "exited" -> "exit code " + ran.ended().exitCode() + " after " + time;
            case "timeout" -> "timeout: killed after " + time;
            case "cancelled" -> "cancelled after " + time;
            default -> ran.ended().how() + ": " + ran.ended().detail() + " (after " + time + ")";
        };
    }

    private static void section(StringBuilder text, String name, long bytes, String content) {
        if (bytes > 0) {
            text.append("\n--- ")
                    .append(name)
                    .append(" (")
                    .append(bytes)
                    .append(" bytes)\n")
                    .append(content);
        }
    }
}
