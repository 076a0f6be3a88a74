package dev.metis.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own: signals, exit codes and what it leaves behind. */
class ProgramTest {
    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAll() throws Exception {
        for (Process process : started) {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void upSaysWhenItIsReadyAndStopsCleanly() throws Exception {
        Process up = start("up", "--port", "0", "--no-open");
        String line = ready(up);
        assertTrue(line.matches("Metis is ready: http://127\\.0\\.0\\.1:[0-9]+/#token=mtl_[0-9A-Za-z]{43}"), line);
        Path control = folder.resolve("data/control.json");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(control)));
        assertFalse(Files.readString(folder.resolve("data/logs/metis.jsonl")).contains("mtl_"));
        up.destroy();
        assertTrue(up.waitFor(20, TimeUnit.SECONDS));
        assertEquals(0, up.exitValue());
        assertFalse(Files.exists(control));
    }

    @Test
    void aServerThatWasKilledLeavesNothingInTheWay() throws Exception {
        Process killed = start("up", "--port", "0", "--no-open");
        ready(killed);
        Process second = start("up", "--port", "0", "--no-open");
        assertTrue(second.waitFor(30, TimeUnit.SECONDS));
        assertEquals(1, second.exitValue());
        killed.destroyForcibly();
        assertTrue(killed.waitFor(10, TimeUnit.SECONDS));
        Process token = start("token", "create", "--user", "bob");
        assertTrue(token.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, token.exitValue());
        Process again = start("up", "--port", "0", "--no-open");
        ready(again);
        again.destroy();
        assertTrue(again.waitFor(20, TimeUnit.SECONDS));
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.metis.local.Main"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("stderr").toFile());
        builder.environment().put("METIS_DATA_DIR", folder.resolve("data").toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private static String ready(Process process) throws Exception {
        BufferedReader out = process.inputReader();
        CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> {
            try {
                String first = out.readLine();
                return first == null ? "" : first;
            } catch (IOException e) {
                return "";
            }
        });
        return line.get(60, TimeUnit.SECONDS);
    }
}
