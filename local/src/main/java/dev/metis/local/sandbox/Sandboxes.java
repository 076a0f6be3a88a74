package dev.metis.local.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The two kinds of sandbox on this host. Both see the system read-only, a process list and a loopback of their own, and the workspace;
 * only the executor sees its sockets, its state and its program.
 */
final class Sandboxes {
    private static final Map<String, String> FILES = Map.of(
            "passwd", "root:x:0:0:root:/root:/usr/sbin/nologin\nmetis:x:1000:1000:Metis:/tmp:/bin/bash\n",
            "group", "root:x:0:\nmetis:x:1000:\n",
            "hosts", "127.0.0.1 localhost sandbox\n::1 localhost\n",
            "nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n",
            "resolv.conf", "# There is no network here.\n");
    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final int EXECUTOR_PROCESSES = 1_024;
    private static final long EXECUTOR_MEMORY = 768L << 20;

    private final Host host;
    private final SandboxSettings settings;
    private final Path common;

    Sandboxes(Host host, SandboxSettings settings, Path common) {
        this.host = host;
        this.settings = settings;
        this.common = common;
    }

    /** Writes the files that all sandboxes share: the filter and the few accounts. */
    void prepare() throws IOException {
        Files.createDirectories(common);
        Files.write(filter(), SeccompFilter.compile(host.syscalls()));
        for (var file : FILES.entrySet()) {
            Path path = common.resolve(file.getKey());
            Files.writeString(path, file.getValue());
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        }
    }

    Path filter() {
        return common.resolve("filter.bpf");
    }

    long executorMemory() {
        return EXECUTOR_MEMORY;
    }

    int executorProcesses() {
        return EXECUTOR_PROCESSES;
    }

    /** A command: the workspace and scratch, nothing else to write to. */
    SandboxScript command(Path workspace, CommandSpec spec, boolean groupHolds) {
        SandboxLimits limits = settings.limits();
        SandboxScript script = system().scratch("/tmp", limits.scratchBytes(), limits.scratchFiles())
                .scratch("/dev/shm", Math.min(limits.scratchBytes(), 64L << 20), 4_096)
                .share(workspace, "/workspace", !spec.readOnly())
                .mount("--chdir", spec.cwd());
        environment(script, "/tmp");
        return script.run(rlimits(groupHolds), spec.argv());
    }

    private List<String> rlimits(boolean groupHolds) {
        SandboxLimits limits = settings.limits();
        List<String> all = new ArrayList<>(List.of(
                "--nproc=" + limits.processes(),
                "--cpu=" + limits.cpuSeconds(),
                "--fsize=" + limits.fileBytes(),
                "--nofile=" + limits.openFiles(),
                "--core=0",
                "--memlock=" + (8L << 20)));
        if (!groupHolds) {
            all.add("--data=" + limits.memoryBytes());
        }
        return all;
    }

    /** The executor: its program, sockets and state beside the workspace. */
    SandboxScript executor(Path workspace, Path sockets, Path state, Path scratch) {
        SandboxScript script = system().scratch("/tmp", 32L << 20, 1_024)
                .share(settings.java(), "/opt/jdk", false)
                .share(sockets, "/run/metis", false)
                .share(state, "/state", true)
                .share(scratch, "/scratch", true)
                .share(workspace, "/workspace", true)
                .mount("--chdir", "/");
        List<String> classPath = new ArrayList<>();
        for (Path part : settings.executorClasspath()) {
            String target = "/opt/metis/" + classPath.size() + (Files.isDirectory(part) ? "" : ".jar");
            script.share(part, target, false);
            classPath.add(target);
        }
        environment(script, "/tmp");
        return script.run(
                List.of("--nproc=" + EXECUTOR_PROCESSES, "--nofile=4096", "--core=0"), executorProgram(classPath));
    }

    private List<String> executorProgram(List<String> classPath) {
        return List.of(
                "/opt/jdk/bin/java",
                "-Xmx256m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                String.join(":", classPath),
                "dev.metis.executor.Main",
                "/run/metis/gateway",
                "/run/metis/starter",
                "/workspace",
                "/state",
                "/scratch",
                Long.toString(settings.limits().workspaceBytes()),
                Integer.toString(settings.limits().workspaceFiles()));
    }

    private SandboxScript system() {
        SandboxScript script = new SandboxScript(host, settings.uid())
                .mount(host.systemMounts())
                .mount(
                        "--proc",
                        "/proc",
                        "--dev",
                        "/dev",
                        "--dir",
                        "/run",
                        "--dir",
                        "/var",
                        "--symlink",
                        "/tmp",
                        "/var/tmp");
        FILES.keySet().stream().sorted().forEach(name -> script.share(common.resolve(name), "/etc/" + name, false));
        return script;
    }

    private static void environment(SandboxScript script, String home) {
        script.mount("--clearenv", "--setenv", "PATH", PATH, "--setenv", "HOME", home, "--setenv", "LANG", "C.UTF-8");
        script.mount("--setenv", "TZ", "UTC", "--setenv", "USER", "metis", "--setenv", "TMPDIR", "/tmp");
    }
}
