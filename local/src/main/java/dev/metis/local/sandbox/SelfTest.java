package dev.metis.local.sandbox;

import dev.metis.port.SandboxLauncher.LaunchResult.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs a program in a command sandbox once, and believes only what it says it sees. */
final class SelfTest {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** Says who it is, whether its rights are gone and the filter is loaded, and which interfaces it has. */
    private static final String SCRIPT =
            "id -u; grep -E '^(CapEff|NoNewPrivs|Seccomp):' /proc/self/status; tail -n +3 /proc/net/dev | cut -d: -f1";

    private static final List<String> EXPECTED =
            List.of("1000", "CapEff: 0000000000000000", "NoNewPrivs: 1", "Seccomp: 2", "lo");

    private final Sandboxing shared;
    private final String name;
    private boolean passed;

    SelfTest(Sandboxing shared, String name) {
        this.shared = shared;
        this.name = name;
    }

    /** Why there can be no sandbox, if so. What passed once is not run again. */
    synchronized Optional<Unavailable> run(Path workspace) throws IOException, InterruptedException {
        if (passed) {
            return Optional.empty();
        }
        CommandStarter starter = new CommandStarter(shared, name, workspace);
        CommandStarter.Probe probe = starter.probe(List.of("/bin/sh", "-c", SCRIPT), PATIENCE);
        List<String> seen = probe.output()
                .lines()
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .filter(line -> !line.isEmpty())
                .toList();
        passed = probe.ended().exitCode() == 0 && seen.equals(EXPECTED);
        return passed ? Optional.empty() : Optional.of(unavailable(probe));
    }

    private static Unavailable unavailable(CommandStarter.Probe probe) {
        String output = probe.output().strip();
        String said = output.length() > 300 ? output.substring(0, 300) : output;
        boolean refused =
                said.contains("uid map") || said.contains("namespace") || said.contains("Operation not permitted");
        String remedy = refused
                ? "the kernel refuses user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1"
                        + " kernel.apparmor_restrict_unprivileged_userns=0 (in a container: run it with"
                        + " --security-opt seccomp=unconfined)"
                : "see the server's log";
        return new Unavailable(
                "bubblewrap does not work here: " + said + " " + probe.ended().detail(), remedy);
    }

    /** The limits that really hold on this host. */
    List<String> limits() {
        SandboxLimits limits = shared.settings().limits();
        boolean group = shared.cgroups().holds();
        List<String> all = new ArrayList<>();
        all.add("memory " + (limits.memoryBytes() >> 20) + " MiB ("
                + (group ? "whole command" : "each process, and the whole polled") + ")");
        all.add("processes " + limits.processes());
        all.add("processor time " + limits.cpuSeconds() + " s (each process)");
        all.add("file size " + (limits.fileBytes() >> 20) + " MiB");
        all.add("open files " + limits.openFiles() + " (each process)");
        all.add("workspace " + (limits.workspaceBytes() >> 20) + " MiB, " + limits.workspaceFiles()
                + " files (polled)");
        boolean counted = shared.host().staging().isPresent();
        all.add("scratch " + (limits.scratchBytes() >> 20) + " MiB" + ", " + limits.scratchFiles()
                + (counted ? " files" : " files (polled)"));
        all.add("network none");
        all.add("system read-only");
        all.add("seccomp filter");
        all.add(shared.host().root() ? "user " + shared.settings().uid() : "user of the server");
        return List.copyOf(all);
    }
}
