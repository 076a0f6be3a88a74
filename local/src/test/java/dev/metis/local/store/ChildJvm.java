package dev.metis.local.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM with the same classes, for what only a process of its own can show; killed when it is closed. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private ChildJvm(Process process) {
        this.process = process;
        this.lines = process.inputReader();
    }

    static ChildJvm start(Class<?> main, Path... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        for (Path argument : arguments) {
            command.add(argument.toString());
        }
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    long pid() {
        return process.pid();
    }

    /** The next line it prints; waits for it. */
    String line() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("the other JVM ended");
        }
        return line;
    }

    /** SIGKILL; then everything it has printed and nobody has read. */
    List<String> kill() throws Exception {
        process.toHandle().destroyForcibly(); // the process's own method would close what it printed
        List<String> rest = lines.lines().toList();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IOException("the other JVM survived SIGKILL");
        }
        return rest;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        lines.close();
    }
}
