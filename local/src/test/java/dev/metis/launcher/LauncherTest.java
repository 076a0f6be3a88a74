package dev.metis.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.launcher.Checkout.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
    private final Path folder;
    private final Checkout checkout;

    LauncherTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        checkout = new Checkout(folder);
    }

    @Test
    void upBuildsOnceAndThenStartsAtOnce() throws Exception {
        Result first = checkout.run("up", "--port", "0");
        Result second = checkout.run("up", "--port", "0");
        assertEquals(
                List.of(0, "started with 0\n", 0, "started with 0\n"),
                List.of(first.exit(), first.out(), second.exit(), second.out()));
        assertEquals("", second.err());
        assertEquals(1, checkout.builds());
    }

    @Test
    void aChangedSourceIsBuiltAgainAndOneThatWasOnlyTouchedIsNot() throws Exception {
        checkout.run("up");
        checkout.write("core/src/main/a.txt", "core");
        checkout.run("up");
        assertEquals(1, checkout.builds());
        checkout.write("core/src/main/a.txt", "changed");
        checkout.run("up");
        assertEquals(2, checkout.builds());
        checkout.write("core/src/main/b.txt", "new");
        checkout.run("up");
        assertEquals(3, checkout.builds());
    }

    @Test
    void testsAndDataAreNoSourcesOfTheProgram() throws Exception {
        checkout.run("up");
        checkout.write("core/src/test/a.txt", "a test");
        checkout.write(".metis/store", "data");
        checkout.run("up");
        assertEquals(1, checkout.builds());
    }

    @Test
    void twoAtOnceBuildOnce() throws Exception {
        checkout.onPath(
                "mvn",
                "sleep 1; echo built >> \"$PWD/builds\"; mkdir -p local/target/metis/lib; echo jar > local/target/metis/lib/a.jar");
        Process one = checkout.start(checkout.launcher(), "up", "one");
        Process two = checkout.start(checkout.launcher(), "up", "two");
        assertEquals("started with one\n", Checkout.await(one).out());
        assertEquals("started with two\n", Checkout.await(two).out());
        assertEquals(1, checkout.builds());
    }

    @Test
    void theLockOfADeadLauncherIsTakenOver() throws Exception {
        Path state = Files.createDirectories(checkout.launcher().resolveSibling("local/target/metis"));
        Files.createSymbolicLink(state.resolve("lock"), Path.of("4194305"));
        assertEquals("started with up\n", checkout.run("up").out());
    }

    @Test
    void aBrokenBuildSaysWhyAndIsTriedAgain() throws Exception {
        checkout.onPath("mvn", "echo 'cannot find symbol: frobnicate'; exit 1");
        Result broken = checkout.run("up");
        assertEquals(1, broken.exit());
        assertEquals("", broken.out());
        assertTrue(broken.err().contains("cannot find symbol: frobnicate"), broken.err());
        checkout.onPath("mvn", "mkdir -p local/target/metis/lib; echo jar > local/target/metis/lib/a.jar");
        assertEquals("started with up\n", checkout.run("up").out());
    }

    @Test
    void commandsForARunningServerUseTheBuildThatIsThere() throws Exception {
        checkout.run("up");
        checkout.write("core/src/main/a.txt", "changed");
        Result run = checkout.run("run", "a message with blanks");
        assertEquals("started with a message with blanks\n", run.out());
        assertEquals(1, checkout.builds());
    }

    @Test
    void aRunningServerKeepsTheFilesItWasStartedFrom() throws Exception {
        Path fakeJava = folder.resolve("a jdk/bin/java");
        Files.writeString(
                fakeJava, "#!/bin/sh\necho ready; read -r line; while [ \"$1\" != -cp ]; do shift; done; cat \"$2\"\n");
        Process server = checkout.start(checkout.launcher(), "up");
        assertEquals('r', server.getInputStream().read());
        checkout.write("core/src/main/a.txt", "changed");
        Files.writeString(fakeJava, "#!/bin/sh\nexit 0\n");
        assertEquals(0, checkout.run("up").exit());
        assertEquals(2, checkout.builds());
        Result end = Checkout.await(server);
        assertTrue(end.out().endsWith("jar\n"), end.out() + end.err());
    }

    @Test
    void worksThroughALinkFromAnywhereWithoutAHome() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("m"), checkout.launcher());
        checkout.unset("HOME");
        assertEquals(
                "started with up\n", Checkout.await(checkout.start(link, "up")).out());
    }

    @Test
    void aWrongCommandIsWrongUsage() throws Exception {
        Result result = checkout.run("frobnicate");
        assertEquals(2, result.exit());
        assertEquals("", result.out());
        assertTrue(result.err().startsWith("metis: there is no command 'frobnicate'\nusage:"), result.err());
    }

    @Test
    void helpNeedsNoBuild() throws Exception {
        assertTrue(checkout.run("help").out().startsWith("usage: ./metis COMMAND"));
        assertTrue(checkout.run("up", "--help").out().startsWith("usage: ./metis COMMAND"));
        assertEquals(0, checkout.builds());
    }

    @Test
    void anotherJavaIsNotTaken() throws Exception {
        Files.writeString(folder.resolve("a jdk/release"), "JAVA_VERSION=\"17.0.15\"\n");
        Result result = checkout.run("up");
        // A JDK 25 in one of the usual places of this machine is found instead; the stand-in is never started.
        assertFalse(result.out().contains("started with"), result.out());
    }

    @Test
    void rootOnDebianGetsTheSandboxInstalled() throws Exception {
        checkout.notOnPath("bwrap");
        checkout.onPath("id", "echo 0");
        checkout.onPath("apt-get", "echo \"$*\" >> \"$HOME/apt\"");
        Result result = checkout.run("up");
        assertEquals("started with up\n", result.out());
        assertEquals(
                List.of("install -y --no-install-recommends bubblewrap"), Files.readAllLines(folder.resolve("apt")));
    }

    @Test
    void everybodyElseIsToldTheLineToType() throws Exception {
        checkout.notOnPath("bwrap");
        checkout.onPath("id", "echo 1000");
        Result result = checkout.run("up");
        assertEquals("started with up\n", result.out());
        assertTrue(result.err().contains("sudo apt-get install bubblewrap"), result.err());
    }
}
