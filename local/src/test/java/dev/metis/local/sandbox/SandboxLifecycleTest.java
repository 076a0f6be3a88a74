package dev.metis.local.sandbox;

import static dev.metis.local.sandbox.SandboxBed.FIRST;
import static dev.metis.local.sandbox.SandboxBed.arguments;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.function.gateway.ResultRequest;
import dev.metis.function.gateway.ResultRequest.Outcome;
import dev.metis.port.SandboxLauncher.SandboxKey;
import dev.metis.port.SandboxLauncher.SandboxSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SandboxLifecycleTest {
    private SandboxBed bed;

    @BeforeEach
    void start() throws IOException {
        bed = new SandboxBed(SandboxLimits.defaults());
    }

    @AfterEach
    void stop() throws IOException {
        bed.close();
    }

    @Test
    void aStoppedSandboxLeavesNothing() throws IOException {
        bed.launch(FIRST);
        var command = SandboxBed.command("shell.exec", arguments().put("command", "echo up; sleep 4720"), 60);
        var _ = bed.gateway.submit(SandboxBed.token(FIRST), command);
        SandboxProcesses.await(() -> bed.gateway.output(command.callId()).contains("up"));
        bed.launcher().stop(SandboxBed.key(FIRST, 1));
        SandboxProcesses.assertNone("4720");
        SandboxProcesses.await(() -> ProcessHandle.current().descendants().noneMatch(SandboxLifecycleTest::isExecutor));
        try (Stream<Path> left = Files.list(bed.settings.runtime())) {
            assertEquals(
                    List.of("common"),
                    left.map(path -> path.getFileName().toString()).toList());
        }
        bed.launcher().stop(SandboxBed.key(FIRST, 1));
    }

    private static boolean isExecutor(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("dev.metis.executor.Main");
    }

    @Test
    void startingARunningSandboxAgainChangesNothingAndANewerGenerationEndsTheOlder() {
        LinkedBlockingQueue<SandboxKey> ended = new LinkedBlockingQueue<>();
        bed.launcher().onEnded(ended::add);
        bed.launch(FIRST);
        bed.launch(FIRST);
        assertEquals(1, executors());
        bed.gateway.allow("newer");
        bed.launcher().launch(new SandboxSpec(SandboxBed.key(FIRST, 2), FIRST, "newer", Duration.ofMinutes(5)));
        SandboxProcesses.await(() -> executors() == 1);
        ResultRequest result =
                SandboxBed.await(bed.gateway.submit("newer", SandboxBed.command("fs.list", arguments(), 30)));
        assertEquals(Outcome.OK, result.outcome());
        assertEquals(0, ended.size(), "what was stopped on purpose is not told as an end");
    }

    private static long executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java") && isExecutor(process))
                .count();
    }

    @Test
    void aSandboxWhoseTokenOpensNothingAnyMoreEndsAndIsToldOf() throws InterruptedException {
        LinkedBlockingQueue<SandboxKey> ended = new LinkedBlockingQueue<>();
        bed.launcher().onEnded(ended::add);
        bed.launch(FIRST);
        assertEquals(Outcome.OK, bed.call("fs.list", arguments()).outcome());
        bed.gateway.revoke(SandboxBed.token(FIRST));
        assertEquals(SandboxBed.key(FIRST, 1), ended.poll(30, TimeUnit.SECONDS));
        SandboxProcesses.await(() -> executors() == 0);
    }

    @Test
    void theGatewaysStopEndsTheSandbox() throws InterruptedException {
        LinkedBlockingQueue<SandboxKey> ended = new LinkedBlockingQueue<>();
        bed.launcher().onEnded(ended::add);
        bed.launch(FIRST);
        bed.gateway.stop(SandboxBed.token(FIRST));
        assertEquals(SandboxBed.key(FIRST, 1), ended.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void aSandboxEndsWithItsLifetime() throws InterruptedException {
        LinkedBlockingQueue<SandboxKey> ended = new LinkedBlockingQueue<>();
        bed.launcher().onEnded(ended::add);
        bed.gateway.allow(SandboxBed.token(FIRST));
        bed.launcher()
                .launch(new SandboxSpec(
                        SandboxBed.key(FIRST, 1), FIRST, SandboxBed.token(FIRST), Duration.ofSeconds(1)));
        assertEquals(SandboxBed.key(FIRST, 1), ended.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void whatAKilledServerLeftIsFoundNamedAndCleanedUp() throws IOException {
        bed.launch(FIRST);
        bed.launcher().close();
        SandboxKey lost = SandboxBed.key(FIRST, 7);
        new Ledger(bed.data.resolve("sandboxes")).add(lost);
        String prefix = BubblewrapSandboxLauncher.prefix(bed.settings.data());
        Cgroup left = Cgroups.find(prefix + "-look").create(prefix + "-left", 64L << 20, 16);
        Path scratch = Files.createDirectories(bed.data.resolve("scratch/left"));
        assertEquals(List.of(lost), bed.anotherServer().recoverLost());
        assertEquals(List.of(lost), bed.anotherServer().recoverLost());
        assertFalse(Files.exists(scratch));
        assertTrue(left.folders().stream().noneMatch(Files::exists), "a control group was left");
        bed.launcher().forget(lost);
        assertEquals(List.of(), bed.launcher().recoverLost());
        bed.launch(FIRST);
        assertTrue(bed.shell("echo again").text().contains("again"));
    }

    @Test
    void nothingOutlivesAServerThatIsKilled() throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        classPath,
                        ServerToKill.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = server.inputReader()) {
            String data = lines.readLine();
            Path runtime = Path.of(lines.readLine());
            assertEquals("running", lines.readLine());
            assertTrue(ProcessHandle.allProcesses()
                    .anyMatch(process -> process.info().commandLine().orElse("").contains("sleep 4721")));
            server.destroyForcibly().waitFor();
            SandboxProcesses.assertNone("4721");
            SandboxProcesses.await(() -> ProcessHandle.allProcesses()
                    .noneMatch(
                            process -> process.info().commandLine().orElse("").contains(data)));
            ServerToKill.cleanUp(Path.of(data), runtime);
        }
    }

    @Test
    void aLostWorkspaceIsRebuiltFromItsLastVersion() throws IOException {
        bed.launch(FIRST);
        ResultRequest written = bed.shell("mkdir -p a/b; echo one > a/b/c.txt; echo '#!/bin/sh' > run; chmod +x run; "
                + "ln -s a/b/c.txt link; mkdir node_modules; echo big > node_modules/x");
        assertNotNull(written.workspace());
        bed.launcher().stop(SandboxBed.key(FIRST, 1));
        Folders.delete(bed.workspace(FIRST));
        bed.launch(FIRST);
        ResultRequest found = bed.shell("cat link; stat -c %A run; ls; echo two >> a/b/c.txt");
        assertTrue(found.text().contains("one\n-rwxr-xr-x\na\nlink\nrun\n"), found.text());
        assertNotNull(found.workspace());
        assertEquals(written.workspace().version(), found.workspace().base());
        assertEquals(List.of("a/b/c.txt"), found.workspace().changed());
    }

    @Test
    void filesOfAConversationOutliveItsSandboxes() {
        bed.launch(FIRST);
        assertEquals(
                0, bed.shell("echo kept > kept.txt; echo gone > /tmp/gone.txt").exitCode());
        bed.launcher().stop(SandboxBed.key(FIRST, 1));
        bed.launch(FIRST);
        ResultRequest result = bed.shell("cat kept.txt; ls /tmp");
        assertTrue(result.text().contains("kept\n"), result.text());
        assertFalse(result.text().contains("gone"), result.text());
    }

    @Test
    void aConversationThatIsNoIdNeverBecomesAPath() {
        assertThrows(
                IllegalArgumentException.class,
                () -> bed.launcher()
                        .launch(new SandboxSpec(SandboxBed.key(FIRST, 1), "../../x", "t", Duration.ofMinutes(1))));
    }
}
