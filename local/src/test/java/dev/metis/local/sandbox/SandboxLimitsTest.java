package dev.metis.local.sandbox;

import static dev.metis.local.sandbox.SandboxBed.FIRST;
import static dev.metis.local.sandbox.SandboxBed.arguments;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.function.gateway.ResultRequest;
import dev.metis.function.gateway.ResultRequest.Outcome;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever a command does, it ends by itself alone: the server and its next command go on. */
class SandboxLimitsTest {
    private SandboxBed bed;

    @BeforeEach
    void start() throws IOException {
        bed = new SandboxBed(SandboxLimits.defaults());
        bed.launch(FIRST);
    }

    @AfterEach
    void stop() throws IOException {
        bed.close();
    }

    private void theNextCommandWorks() {
        assertTrue(bed.shell("echo alive").text().contains("alive"));
    }

    @Test
    void aForkBombEndsTheCommand() {
        ResultRequest result = bed.shell("bomb() { bomb | bomb & }; bomb; sleep 60");
        assertFalse(result.outcome() == Outcome.OK, result.text());
        assertTrue(result.durationMs() < 45_000, "it took " + result.durationMs() + " ms");
        theNextCommandWorks();
    }

    @Test
    void aFileOfTenGigabytesEndsTheCommand() {
        ResultRequest written = bed.shell("mkdir target; exec dd if=/dev/zero of=target/big bs=1M count=10240");
        assertEquals("limit_exceeded", written.reason(), written.text());
        assertTrue(written.text().contains("a file grew beyond 1024 MiB"), written.text());
        ResultRequest sparse = bed.shell("rm -f target/big; truncate -s 10G sparse; stat -c %s sparse");
        assertTrue(sparse.text().contains("\n0\n"), sparse.text());
        theNextCommandWorks();
    }

    @Test
    void threeHundredThousandFilesInTheWorkspaceEndTheCommand() {
        ResultRequest result =
                bed.shell(FIRST, "mkdir many; perl -e 'for(1..300000){open F,\">many/$_\" or die}; sleep 60'", 100);
        assertEquals("limit_exceeded", result.reason(), result.text());
        assertTrue(result.text().contains("more than 100000 files"), result.text());
        ResultRequest after = bed.shell("rm -rf many; echo alive");
        assertEquals(Outcome.OK, after.outcome(), after.text());
    }

    @Test
    void threeHundredThousandFilesInScratchEndTheCommand() {
        ResultRequest result =
                bed.shell("perl -e 'for(1..300000){open F,\">/tmp/$_\" or die \"at $_: $!\"}; sleep 60'");
        assertEquals(Outcome.ERROR, result.outcome(), result.text());
        boolean refused = result.text().contains("No space left on device");
        assertTrue(refused || "limit_exceeded".equals(result.reason()), result.text());
        theNextCommandWorks();
    }

    @Test
    void anAllocationOfFourGigabytesEndsTheCommand() {
        ResultRequest result = bed.shell("perl -e '$n = 4 * 1024 ** 3; $x = \"a\" x $n; sleep 60'");
        boolean refused = result.text().contains("Out of memory");
        assertTrue(refused || result.text().contains("more than 2048 MiB of memory"), result.text());
        assertEquals(Outcome.ERROR, result.outcome());
        theNextCommandWorks();
    }

    @Test
    void memoryTakenAsScratchFilesCountsToo() {
        ResultRequest result = bed.shell("head -c 700M /dev/zero > /tmp/a");
        assertEquals(Outcome.ERROR, result.outcome(), result.text());
        assertTrue(result.text().contains("No space left on device"), result.text());
        theNextCommandWorks();
    }

    @Test
    void aWorkspaceOfMoreThanTwoGigabytesEndsTheCommand() {
        ResultRequest result = bed.shell(
                FIRST, "mkdir target; for i in 1 2 3 4; do head -c 800M /dev/zero > target/f$i; done; sleep 60", 100);
        assertEquals("limit_exceeded", result.reason(), result.text());
        assertTrue(result.text().contains("more than 2147483648 bytes"), result.text());
        assertEquals(Outcome.OK, bed.shell("rm -rf target").outcome());
    }

    @Test
    void aCommandIsKilledAtItsDeadlineWithAllItsChildren() {
        long start = System.nanoTime();
        ResultRequest result =
                bed.shell(FIRST, "trap '' TERM; (trap '' TERM; setsid sleep 4711.1) & sleep 4711.2; sleep 4711.3", 1);
        assertEquals(Outcome.TIMEOUT, result.outcome(), result.text());
        assertTrue(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) < 15, "3 s grace, then the end");
        SandboxProcesses.assertNone("4711");
    }

    @Test
    void aDaemonDoesNotOutliveItsCommand() {
        ResultRequest result = bed.shell("(setsid sh -c \"trap '' TERM HUP INT; sleep 4712.1; sleep 4712.2\" "
                + "</dev/null >/dev/null 2>&1 &) ; sleep 0.3; echo started");
        assertEquals(Outcome.OK, result.outcome(), result.text());
        SandboxProcesses.assertNone("4712");
    }

    @Test
    void cancelEndsALongCommandWithinASecond() throws Exception {
        var command = SandboxBed.command(
                "shell.exec", arguments().put("command", "trap '' TERM; echo up; sleep 4713 & wait; sleep 4713"), 90);
        var result = bed.gateway.submit(SandboxBed.token(FIRST), command);
        SandboxProcesses.await(() -> bed.gateway.output(command.callId()).contains("up"));
        long start = System.nanoTime();
        bed.gateway.cancel(SandboxBed.token(FIRST), command.callId());
        assertEquals(Outcome.CANCELLED, SandboxBed.await(result).outcome());
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        assertTrue(millis < 1_000, "it took " + millis + " ms");
        SandboxProcesses.assertNone("4713");
    }

    @Test
    void readingGoesOnWhileACommandRunsAndChangesTakeTurns() throws Exception {
        var slow =
                SandboxBed.command("shell.exec", arguments().put("command", "echo up; sleep 4; echo a >> order"), 60);
        var first = bed.gateway.submit(SandboxBed.token(FIRST), slow);
        SandboxProcesses.await(() -> bed.gateway.output(slow.callId()).contains("up"));
        var second = bed.gateway.submit(
                SandboxBed.token(FIRST),
                SandboxBed.command("shell.exec", arguments().put("command", "echo b >> order; cat order"), 60));
        ResultRequest list = bed.call("fs.list", arguments());
        assertFalse(first.isDone(), "reading waited for the command");
        assertEquals(Outcome.OK, list.outcome());
        assertTrue(SandboxBed.await(second).text().contains("\na\nb\n"), "changes overlapped");
        assertNotNull(SandboxBed.await(first));
    }
}
