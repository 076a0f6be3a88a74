package dev.metis.local.sandbox;

import static dev.metis.local.sandbox.SandboxBed.FIRST;
import static dev.metis.local.sandbox.SandboxBed.arguments;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.function.gateway.ResultRequest;
import dev.metis.function.gateway.ResultRequest.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SandboxToolsTest {
    private static SandboxBed bed;

    @BeforeAll
    static void start() throws IOException {
        bed = new SandboxBed(SandboxLimits.defaults());
        bed.launch(FIRST);
    }

    @AfterAll
    static void stop() throws IOException {
        bed.close();
    }

    @Test
    void aFileIsReadInWindowsOfNumberedLinesWithTotalAndHash() throws IOException {
        bed.file("read/a.txt", "one\ntwo\nthree\nfour");
        ResultRequest result = bed.call(
                "fs.read",
                arguments().put("path", "read/a.txt").put("startLine", 2).put("lineCount", 2));
        String hash = MemoryGateway.hash("one\ntwo\nthree\nfour".getBytes(StandardCharsets.UTF_8));
        assertEquals(Outcome.OK, result.outcome());
        assertEquals(
                "read/a.txt: 4 lines, 18 bytes, hash sha256:" + hash
                        + "\n     2\ttwo\n     3\tthree\n[lines 2 to 3 of 4; go on with startLine 4]",
                result.text());
        assertNull(result.workspace());
    }

    @Test
    void aBinaryFileIsNotShown() throws IOException {
        Files.write(bed.file("read/b.bin", ""), new byte[] {1, 0, 2});
        ResultRequest result = bed.call("fs.read", arguments().put("path", "read/b.bin"));
        assertTrue(result.text().startsWith("read/b.bin: a binary file of 3 bytes, hash sha256:"), result.text());
    }

    @Test
    void aLargeFileIsReadInLittleMemory() {
        assertEquals(
                0,
                bed.shell("mkdir -p target; seq 1 10000000 > target/large.txt").exitCode());
        ResultRequest result = bed.call(
                FIRST,
                SandboxBed.command(
                        "fs.read", arguments().put("path", "target/large.txt").put("startLine", 9_999_999), 90));
        assertTrue(result.text().startsWith("target/large.txt: 10000000 lines, "), result.text());
        assertTrue(result.text().endsWith("\n9999999\t9999999\n10000000\t10000000\n"), result.text());
        assertEquals(0, bed.shell("rm target/large.txt").exitCode());
    }

    @Test
    void aDirectoryIsListedByNameAndDepth() throws IOException {
        bed.file("list/b/c.txt", "12345");
        bed.file("list/a\nb", "");
        Files.createSymbolicLink(bed.workspace(FIRST).resolve("list/link"), Path.of("b/c.txt"));
        ResultRequest result =
                bed.call("fs.list", arguments().put("path", "list").put("depth", 2));
        assertEquals(
                "list: 4 entries\nfile  \"a\\nb\"  0 bytes\ndir   b/\nfile  b/c.txt  5 bytes\nlink  link\n",
                result.text());
    }

    @Test
    void aSearchFindsLinesByPatternAndGlob() throws IOException {
        bed.file("search/A.java", "class A {\n  int x = 42;\n}\n");
        bed.file("search/sub/B.java", "int y = 43;\n");
        bed.file("search/c.txt", "int z = 44;\n");
        bed.file("search/node_modules/D.java", "int w = 45;\n");
        ResultRequest result = bed.call(
                "fs.search",
                arguments()
                        .put("path", "search")
                        .put("pattern", "int \\w = 4\\d")
                        .put("glob", "**/*.java"));
        assertTrue(
                result.text().endsWith("search/A.java:2:   int x = 42;\nsearch/sub/B.java:1: int y = 43;\n"),
                result.text());
        assertTrue(result.text().startsWith("2 matches in 2 searched files"), result.text());
    }

    @Test
    void aSearchThatWouldBacktrackForEverEndsAtOnce() throws IOException {
        bed.file("search2/evil.txt", "a".repeat(100_000) + "!");
        ResultRequest result =
                bed.call("fs.search", arguments().put("path", "search2").put("pattern", "^(a+)+$"));
        assertEquals(Outcome.OK, result.outcome());
        assertTrue(result.text().startsWith("0 matches"), result.text());
    }

    @Test
    void aWriteTellsTheDiffAndLeavesAVersionThatHoldsTheFile() {
        ResultRequest first =
                bed.call("fs.write", arguments().put("path", "w/new.txt").put("content", "one\ntwo\n"));
        assertEquals(Outcome.OK, first.outcome(), first.text());
        assertTrue(first.text().startsWith("created w/new.txt: 8 bytes, hash sha256:"), first.text());
        assertTrue(
                first.text().contains("--- /dev/null\n+++ b/w/new.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n"), first.text());
        ResultRequest second =
                bed.call("fs.write", arguments().put("path", "w/new.txt").put("content", "one\n2\n"));
        assertTrue(second.text().contains("@@ -1,2 +1,2 @@\n one\n-two\n+2\n"), second.text());
        assertNotNull(second.workspace());
        assertNotNull(first.workspace());
        assertEquals(first.workspace().version(), second.workspace().base());
        assertEquals(List.of("w/new.txt"), second.workspace().changed());
        JsonNode manifest =
                JsonMapper.shared().readTree(bed.gateway.blob(second.workspace().version()));
        JsonNode entry = manifest.path("files").path("w/new.txt");
        assertEquals(
                "one\n2\n",
                SandboxBed.text(bed.gateway.blob(entry.path("sha256").asString())));
        assertEquals("644", entry.path("mode").asString());
    }

    @Test
    void aWriteWithAnotherExpectedHashChangesNothing() throws IOException {
        Path file = bed.file("w/expected.txt", "now");
        ResultRequest result = bed.call(
                "fs.write",
                arguments()
                        .put("path", "w/expected.txt")
                        .put("content", "later")
                        .put("expectedHash", "sha256:" + "0".repeat(64)));
        assertEquals("stale_file", result.reason());
        assertEquals("now", Files.readString(file));
    }

    @Test
    void aChangeThatWasApprovedForAnotherContentIsNotRun() throws IOException {
        Path file = bed.file("w/approved.txt", "now");
        String hash = "sha256:" + MemoryGateway.hash("now".getBytes(StandardCharsets.UTF_8));
        var write = arguments().put("path", "w/approved.txt").put("content", "later");
        var edit =
                arguments().put("path", "w/approved.txt").put("oldText", "now").put("newText", "x");
        for (String stale : List.of("absent", "sha256:" + "0".repeat(64))) {
            for (var command : List.of(
                    SandboxBed.approved("fs.write", write, 30, stale),
                    SandboxBed.approved("fs.edit", edit, 30, stale))) {
                ResultRequest result = bed.call(FIRST, command);
                assertEquals(Outcome.NOT_RUN, result.outcome());
                assertEquals("approval_stale", result.reason());
                assertNull(result.workspace());
            }
        }
        assertEquals("now", Files.readString(file));
        assertEquals(
                Outcome.OK,
                bed.call(FIRST, SandboxBed.approved("fs.write", write, 30, hash))
                        .outcome());
        assertEquals("later", Files.readString(file));
    }

    @Test
    void anEditReplacesExactlyOneMatchAndSaysWhatIsNearWhenThereIsNone() throws IOException {
        Path file = bed.file("e/a.txt", "alpha\n  beta = 1;\ngamma\n  beta = 2;\n");
        ResultRequest none = bed.call(
                "fs.edit",
                arguments().put("path", "e/a.txt").put("oldText", "beta  = 1;").put("newText", "x"));
        assertEquals("no_match", none.reason());
        assertTrue(none.text().contains("It differs only in white space"), none.text());
        assertTrue(none.text().contains("     2\t  beta = 1;"), none.text());
        ResultRequest many = bed.call(
                "fs.edit",
                arguments().put("path", "e/a.txt").put("oldText", "beta").put("newText", "x"));
        assertEquals("many_matches", many.reason());
        assertTrue(many.text().contains("at lines 2, 4"), many.text());
        ResultRequest one = bed.call(
                "fs.edit",
                arguments().put("path", "e/a.txt").put("oldText", "beta = 1").put("newText", "beta = 9"));
        assertEquals(Outcome.OK, one.outcome());
        assertTrue(one.text().contains("-  beta = 1;\n+  beta = 9;\n"), one.text());
        ResultRequest all = bed.call(
                "fs.edit",
                arguments()
                        .put("path", "e/a.txt")
                        .put("oldText", "beta")
                        .put("newText", "b")
                        .put("replaceAll", true));
        assertEquals(Outcome.OK, all.outcome());
        assertEquals("alpha\n  b = 9;\ngamma\n  b = 2;\n", Files.readString(file));
    }

    @Test
    void aCommandStreamsItsOutputAndTellsItsExitCode() {
        var command = SandboxBed.command(
                "shell.exec", arguments().put("command", "echo out; echo err >&2; mkdir -p sub; exit 3"), 30);
        ResultRequest result = bed.call(FIRST, command);
        assertEquals(Outcome.ERROR, result.outcome());
        assertEquals("exit_code", result.reason());
        assertEquals(3, result.exitCode());
        assertTrue(result.text().contains("--- stdout (4 bytes)\nout\n"), result.text());
        assertTrue(result.text().contains("--- stderr (4 bytes)\nerr\n"), result.text());
        String live = bed.gateway.output(command.callId());
        assertTrue(live.contains("out\n") && live.contains("err\n"), live);
    }

    @Test
    void longOutputIsCutInTheMiddleAndTheWholeIsAnArtifact() {
        ResultRequest result = bed.shell("seq 1 50000");
        assertNotNull(result.artifact());
        byte[] whole = bed.gateway.blob(result.artifact().sha256());
        assertEquals(50_000, SandboxBed.text(whole).lines().count());
        assertEquals(whole.length, result.artifact().bytes());
        assertTrue(result.text().contains("bytes left out; the whole output is in the artifact"), result.text());
        assertTrue(result.text().contains("\n1\n2\n") && result.text().contains("\n49999\n50000\n"), result.text());
    }

    @Test
    void noCharacterIsSplitInLiveOutputOrInTheResult() {
        String line = "価格は€5😀".repeat(2_000);
        var command = SandboxBed.command(
                "shell.exec",
                arguments()
                        .put(
                                "command",
                                "for i in 1 2 3 4 5 6 7 8; do printf '%s' '" + line.substring(0, 3_000)
                                        + "'; printf '%s' '" + line.substring(0, 3_000)
                                        + "' | head -c 4001; printf '\\n'; done"),
                30);
        ResultRequest result = bed.call(FIRST, command);
        String whole = bed.gateway.output(command.callId());
        assertEquals(8, result.text().isEmpty() ? 0 : whole.lines().count());
        long broken = whole.chars().filter(c -> c == '\uFFFD').count();
        assertTrue(broken <= 16, "only the tails that the command itself cut may be broken: " + broken);
    }

    @Test
    void liveOutputStopsAfterAMegabyteWithOneNote() {
        var command = SandboxBed.command("shell.exec", arguments().put("command", "seq 1 400000"), 60);
        ResultRequest result = bed.call(FIRST, command);
        String live = bed.gateway.output(command.callId());
        assertTrue(live.length() > 1 << 20 && live.length() < 1_200_000, "live characters: " + live.length());
        assertTrue(live.endsWith("live output stops here at 1 MB; the artifact has all of it …]\n"), "the note");
        assertNotNull(result.artifact());
        assertEquals(2_688_895, result.artifact().bytes());
    }

    @Test
    void argumentsAreCheckedStrictlyByName() {
        assertAll(
                () -> refused("fs.read", "{}", "path is missing"),
                () -> refused("fs.read", "{\"path\":1}", "path must be a string"),
                () -> refused("fs.read", "{\"path\":\"a\",\"lines\":1}", "there is no field lines"),
                () -> refused("fs.list", "{\"depth\":11}", "depth must be a whole number from 1 to 10"),
                () -> refused("shell.exec", "{\"command\":\"\"}", "command must have"),
                () -> refused("shell.exec", "{\"command\":\"true\",\"timeoutSeconds\":901}", "timeoutSeconds"),
                () -> refused("fs.search", "{\"pattern\":\"(\"}", "pattern is no RE2 expression"),
                () -> refused("fs.edit", "{\"path\":\"a\",\"oldText\":\"x\",\"newText\":\"x\"}", "newText must differ"),
                () -> refused("git.diff", "{\"base\":\"--output=/workspace/x\"}", "base must name"));
    }

    private static void refused(String tool, String arguments, String message) {
        var node = (ObjectNode) JsonMapper.shared().readTree(arguments);
        ResultRequest result = bed.call(tool, node);
        assertEquals("invalid_arguments", result.reason(), result.text());
        assertTrue(result.text().contains(message), result.text());
    }

    @Test
    void anUnknownToolIsNotRun() {
        ResultRequest result = bed.call("fs.format", arguments());
        assertEquals(Outcome.NOT_RUN, result.outcome());
        assertEquals("unknown_tool", result.reason());
        assertFalse(result.text().isEmpty());
    }
}
