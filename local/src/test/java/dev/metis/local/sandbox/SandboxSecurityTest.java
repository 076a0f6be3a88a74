package dev.metis.local.sandbox;

import static dev.metis.local.sandbox.SandboxBed.FIRST;
import static dev.metis.local.sandbox.SandboxBed.SECOND;
import static dev.metis.local.sandbox.SandboxBed.arguments;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.metis.function.gateway.ResultRequest;
import dev.metis.function.gateway.ResultRequest.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sandbox must keep from whoever runs in it. */
class SandboxSecurityTest {
    /** The build puts these into the environment of this very process: the server's, as far as a sandbox can tell. */
    private static final List<String> CANARIES = List.of(
            "AWS_ACCESS_KEY_ID",
            "AWS_SESSION_TOKEN",
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
            "AWS_BEARER_TOKEN_BEDROCK",
            "DISCORD_TOKEN",
            "DATABASE_URL");

    private static SandboxBed bed;
    private static Path outside;

    @BeforeAll
    static void start() throws IOException {
        bed = new SandboxBed(SandboxLimits.defaults());
        bed.launch(FIRST);
        bed.launch(SECOND);
        outside = Files.createTempDirectory("metis-outside-");
        Files.writeString(outside.resolve("victim.txt"), "untouched");
    }

    @AfterAll
    static void stop() throws IOException {
        bed.close();
        Folders.delete(outside);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sbx1/notes.md",
                "sbx1/draft.txt",
                "sbx1/d/victim.txt",
                "sbx1/d",
                "/workspace-evil/x",
                "a/../../workspace-evil/x",
                "/proc/self/root/etc/hostname",
                "../etc/passwd",
                "/etc/passwd",
                "sbx1/up/etc/passwd",
                "sbx1/self/root/etc/passwd",
                "/workspace/../etc/passwd",
                "sbx1/evil/x"
            })
    void sbx1PathsAndLinksThatLeaveTheWorkspaceAreRefused(String path) throws IOException {
        hostileLinks();
        String before = Files.readString(outside.resolve("victim.txt"));
        for (ResultRequest result : List.of(
                bed.call("fs.read", arguments().put("path", path)),
                bed.call("fs.list", arguments().put("path", path)),
                bed.call("fs.search", arguments().put("path", path).put("pattern", ".")),
                bed.call("fs.write", arguments().put("path", path).put("content", "evil")),
                bed.call(
                        "fs.edit",
                        arguments()
                                .put("path", path)
                                .put("oldText", "untouched")
                                .put("newText", "evil")),
                bed.call("shell.exec", arguments().put("cwd", path).put("command", "pwd")),
                bed.call("git.diff", arguments().put("path", path)))) {
            assertEquals(Outcome.ERROR, result.outcome(), result.text());
            assertEquals("outside_workspace", result.reason(), result.text());
            assertFalse(result.text().contains("untouched"), result.text());
        }
        assertEquals(before, Files.readString(outside.resolve("victim.txt")));
        assertFalse(Files.exists(outside.resolve("new.txt")));
    }

    private static void hostileLinks() throws IOException {
        Path folder = bed.workspace(FIRST).resolve("sbx1");
        if (Files.isDirectory(folder)) {
            return;
        }
        Files.createDirectory(folder);
        Files.createSymbolicLink(folder.resolve("notes.md"), outside.resolve("victim.txt"));
        Files.createSymbolicLink(folder.resolve("draft.txt"), outside.resolve("new.txt"));
        Files.createSymbolicLink(folder.resolve("d"), outside);
        Files.createSymbolicLink(folder.resolve("up"), Path.of("../.."));
        Files.createSymbolicLink(folder.resolve("self"), Path.of("/proc/self"));
        Files.createSymbolicLink(folder.resolve("evil"), Path.of("/workspace-evil"));
    }

    @Test
    void sbx1LinksThatStayInsideWork() throws IOException {
        bed.file("inside/b.txt", "content");
        Path folder = bed.workspace(FIRST).resolve("inside");
        Files.createSymbolicLink(folder.resolve("a"), Path.of("b.txt"));
        Files.createSymbolicLink(folder.resolve("absolute"), Path.of("/workspace/inside/b.txt"));
        Files.createSymbolicLink(folder.resolve("round"), Path.of("../inside/./a"));
        for (String path : List.of("inside/a", "inside/absolute", "/workspace/inside/round", "inside/../inside/a")) {
            ResultRequest result = bed.call("fs.read", arguments().put("path", path));
            assertTrue(result.text().contains("     1\tcontent"), path + ": " + result.text());
        }
        assertEquals(
                Outcome.OK,
                bed.call("fs.write", arguments().put("path", "inside/a").put("content", "new"))
                        .outcome());
        assertEquals("new", Files.readString(folder.resolve("b.txt")));
        assertTrue(Files.isSymbolicLink(folder.resolve("a")));
    }

    @Test
    void sbx1ALinkThatIsSwappedInWhileFilesAreOpenedLeadsNowhere() throws Exception {
        bed.file("race/real/passwd", "mine\n");
        Path race = bed.workspace(FIRST).resolve("race");
        AtomicBoolean going = new AtomicBoolean(true);
        Thread swapper = Thread.ofPlatform().start(() -> swap(race, going));
        int seen = 0;
        for (int i = 0; i < 150; i++) {
            ResultRequest read = bed.call("fs.read", arguments().put("path", "race/d/passwd"));
            assertFalse(read.text().contains("root:"), read.text());
            seen += read.outcome() == Outcome.OK ? 1 : 0;
            ResultRequest found =
                    bed.call("fs.search", arguments().put("path", "race").put("pattern", "root:|metis:"));
            assertFalse(found.text().contains(":0:0:"), found.text());
            ResultRequest listed =
                    bed.call("fs.list", arguments().put("path", "race/d").put("depth", 3));
            assertFalse(listed.text().contains("nsswitch.conf"), listed.text());
        }
        going.set(false);
        swapper.join();
        assertTrue(seen > 0, "the file was never there: the race was not run");
    }

    /** {@code d} is in turn a directory, a link to {@code /etc}, and gone. */
    private static void swap(Path race, AtomicBoolean going) {
        try {
            while (going.get()) {
                Path link = race.resolve("link");
                Files.createSymbolicLink(link, Path.of("/etc"));
                Files.move(race.resolve("real"), race.resolve("d"));
                Files.move(race.resolve("d"), race.resolve("real"), StandardCopyOption.ATOMIC_MOVE);
                Files.move(link, race.resolve("d"), StandardCopyOption.ATOMIC_MOVE);
                Files.delete(race.resolve("d"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void pipesSocketsAndDevicesAreRefusedWithoutBlocking() {
        assertEquals(
                0,
                bed.shell("mkdir -p odd && cd odd && mkfifo pipe && perl -MSocket -e "
                                + "'socket(S,PF_UNIX,SOCK_STREAM,0);bind(S,sockaddr_un(\"sock\"))' && ls")
                        .exitCode());
        for (String path : List.of("odd/pipe", "odd/sock")) {
            for (ResultRequest result : List.of(
                    bed.call("fs.read", arguments().put("path", path)),
                    bed.call("fs.write", arguments().put("path", path).put("content", "x")))) {
                assertEquals("not_a_file", result.reason(), result.text());
                assertTrue(result.durationMs() < 5_000, "it blocked");
            }
        }
        ResultRequest search =
                bed.call("fs.search", arguments().put("path", "odd").put("pattern", "x"));
        assertEquals(Outcome.OK, search.outcome());
    }

    @Test
    void sbx5NothingOfTheServersEnvironmentIsInside() throws IOException {
        for (String name : CANARIES) {
            assertNotNull(System.getenv(name), "the build must set the canary " + name);
        }
        ResultRequest result =
                bed.shell("env; cat /proc/1/environ /proc/*/environ | tr '\\0' '\\n'; cat /proc/*/cmdline");
        for (String name : CANARIES) {
            assertFalse(result.text().contains(name), name);
            assertFalse(result.text().contains(System.getenv(name)), name);
        }
        assertFalse(result.text().contains(SandboxBed.token(FIRST)), "the gateway token");
        List<ProcessHandle> ours = ProcessHandle.current()
                .descendants()
                .filter(SandboxSecurityTest::isSandbox)
                .toList();
        assertFalse(ours.isEmpty(), "the executors must be running");
        for (ProcessHandle process : ours) {
            String environment = Files.readString(Path.of("/proc/" + process.pid() + "/environ"));
            String arguments = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
            assertFalse(environment.contains("canary"), environment);
            assertFalse(arguments.contains(SandboxBed.token(FIRST)), "the token is an argument");
        }
    }

    private static boolean isSandbox(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("bwrap")
                || process.info().command().orElse("").endsWith("java");
    }

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254/80", "169.254.170.2/80", "1.1.1.1/53", "192.0.2.1/80", "127.0.0.53/53"})
    void noAddressOutsideCanBeReached(String target) {
        ResultRequest result = bed.shell("timeout 3 bash -c 'exec 3<>/dev/tcp/" + target + "'");
        assertEquals(1, result.exitCode(), result.text());
    }

    @Test
    void theHostsOwnAddressesCannotBeReached() throws Exception {
        List<InetAddress> addresses = new ArrayList<>(List.of(InetAddress.getLoopbackAddress()));
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address)
                .forEach(addresses::add);
        for (InetAddress address : addresses) {
            try (ServerSocket listener = new ServerSocket()) {
                listener.bind(new InetSocketAddress(address, 0));
                listener.setSoTimeout(300);
                ResultRequest result = bed.shell("timeout 3 bash -c 'exec 3<>/dev/tcp/" + address.getHostAddress() + "/"
                        + listener.getLocalPort() + "; echo hello >&3'");
                assertFalse(result.exitCode() != null && result.exitCode() == 0, address + ": " + result.text());
                assertThrows(SocketTimeoutException.class, listener::accept);
            }
        }
    }

    @Test
    void theLoopbackInsideIsTheCommandsOwn() {
        ResultRequest result = bed.shell(
                "perl -MIO::Socket::INET -e '$l=IO::Socket::INET->new(Listen=>1,LocalAddr=>\"127.0.0.1\")"
                        + " or die;$c=IO::Socket::INET->new(PeerAddr=>\"127.0.0.1\",PeerPort=>$l->sockport) or die;print \"own\"'");
        assertTrue(result.text().contains("own"), result.text());
    }

    @Test
    void neitherTheExecutorNorItsSocketsNorTheServersFilesAreInSight() {
        ResultRequest result = bed.shell("ps ax; ls -la /run /opt /home /root /mnt /srv /var /state /scratch; "
                + "find / -xdev -type s; ls /proc | grep -c '^[0-9]'; cat /etc/shadow; ls " + bed.data);
        assertFalse(result.text().contains("dev.metis"), result.text());
        assertFalse(result.text().contains("/run/metis"), result.text());
        assertTrue(
                result.text().lines().anyMatch(line -> line.equals("4")), "bwrap, bash, ls and grep: " + result.text());
        assertFalse(result.text().contains("workspace-state"), result.text());
        assertTrue(result.text().contains("/etc/shadow: No such file"), result.text());
        for (String gone :
                List.of("/home", "/root", "/mnt", "/srv", "/state", "/scratch", "/opt", bed.data.toString())) {
            assertTrue(result.text().contains("cannot access '" + gone + "'"), gone + ": " + result.text());
        }
    }

    @Test
    void onlyTheWorkspaceAndScratchCanBeWritten() {
        ResultRequest result = bed.shell(
                "for d in / /etc /usr /usr/bin /dev /run /var /proc /etc/ssl /bin; do "
                        + "touch $d/x 2>/dev/null && echo \"wrote $d\"; done; touch /workspace/ok /tmp/ok /dev/shm/ok /var/tmp/ok && echo four");
        assertFalse(result.text().contains("wrote"), result.text());
        assertTrue(result.text().contains("four"), result.text());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "ptrace, 101, EPERM",
        "mount, 165, EPERM",
        "unshare, 272, EPERM",
        "bpf, 321, EPERM",
        "keyctl, 250, EPERM",
        "userfaultfd, 323, EPERM",
        "io_uring_setup, 425, EPERM",
        "setns, 308, EPERM",
        "clone3, 435, ENOSYS"
    })
    void theKernelAnswersAsTheFilterSays(String name, int number, String expected) throws IOException {
        assumeFalse(Host.look().aarch64(), "the numbers are those of x86-64");
        ResultRequest result = bed.shell("perl -MErrno=:POSIX -e 'syscall(" + number + ",0,0,0,0,0); print $!{"
                + expected + "} ? \"yes\" : $!'");
        assertTrue(result.text().contains("\nyes"), name + ": " + result.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unshare -U true",
                "unshare -r id",
                "bwrap --ro-bind / / true",
                "mount -t tmpfs x /tmp",
                "chroot / true",
                "ping -c 1 127.0.0.1",
                "perl -MSocket -e 'socket(S,AF_INET,SOCK_RAW,1) or exit 9'",
                "perl -MSocket -e 'socket(S,16,SOCK_RAW,0) or exit 9'",
                "perl -e 'open F,\">/dev/kmsg\" or exit 9'",
                "echo 1 > /proc/sys/kernel/panic",
                "su -c true",
                "ulimit -f unlimited",
                "prlimit --nproc=100000 true"
            })
    void noRightCanBeWonBack(String line) {
        ResultRequest result = bed.shell(line);
        assertFalse(result.exitCode() == null || result.exitCode() == 0, line + ": " + result.text());
    }

    @Test
    void twoConversationsSeeNothingOfEachOther() {
        var waiting = bed.gateway.submit(
                SandboxBed.token(SECOND),
                SandboxBed.command(
                        "shell.exec",
                        arguments()
                                .put(
                                        "command",
                                        "echo secret-of-second > theirs; echo x > /tmp/theirs; sleep 3 && cat theirs"),
                        30));
        ResultRequest first = bed.shell(
                "for i in 1 2 3 4 5 6; do sleep 0.2; ls /workspace /tmp; ps ax; done; grep -r secret-of-second / --include=theirs 2>/dev/null");
        assertFalse(
                first.text().lines().anyMatch(line -> line.equals("theirs") || line.contains("sleep 3")), first.text());
        assertFalse(first.text().contains("secret-of-second\n"), first.text());
        assertTrue(SandboxBed.await(waiting).text().contains("secret-of-second"));
    }
}
