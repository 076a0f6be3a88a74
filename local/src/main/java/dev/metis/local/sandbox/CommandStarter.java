package dev.metis.local.sandbox;

import dev.metis.port.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Starts commands over one workspace, and watches each until it ends: time, memory, processes, the workspace's size. */
final class CommandStarter {
    private static final long FIRST_LOOK_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final int PAUSE_FACTOR = 5;

    private final Sandboxes sandboxes;
    private final ProcessStarter starter;
    private final Cgroups cgroups;
    private final SandboxLimits limits;
    private final boolean boundedScratch;
    private final TimeSource time;
    private final String name;
    private final Path workspace;
    private final AtomicLong number = new AtomicLong();

    /** Whether the workspace may be over its limits already: unknown at first, and after a command that ended for it. */
    private volatile boolean mayBeOver = true;

    CommandStarter(Sandboxing shared, String name, Path workspace) {
        this.sandboxes = shared.sandboxes();
        this.starter = shared.starter();
        this.cgroups = shared.cgroups();
        this.limits = shared.settings().limits();
        this.boundedScratch = shared.host().staging().isPresent();
        this.time = shared.time();
        this.name = name;
        this.workspace = workspace;
    }

    /** Starts it; the caller reads how it ended from {@link #watch} and closes it. */
    RunningCommand start(CommandSpec spec, RunningCommand.Output output) throws IOException {
        WorkspaceMeter meter = WorkspaceMeter.ofWorkspace(workspace, limits);
        if (mayBeOver && !spec.readOnly()) {
            mayBeOver = meter.allowWhatIsThere();
        }
        Cgroup group = cgroups.create(name + "-" + number.incrementAndGet(), limits.memoryBytes(), limits.processes());
        try {
            SandboxScript script = sandboxes.command(workspace, spec, cgroups.holds());
            Process process = starter.start(script.shell());
            RunningCommand running = new RunningCommand(process, group, meter, limits, output);
            running.feed(script.text(group, sandboxes.filter(), false));
            return running;
        } catch (IOException e) {
            group.close();
            throw e;
        }
    }

    /** Holds the command to its limits until it has ended. */
    RunningCommand.Ended watch(RunningCommand running, CommandSpec spec) throws InterruptedException {
        Instant deadline = time.now().plus(spec.timeout());
        long pause = FIRST_LOOK_MILLIS;
        while (true) {
            long left = Duration.between(time.now(), deadline).toMillis();
            if (running.awaitEnd(Math.max(1, Math.min(pause, left)))) {
                return running.ended();
            }
            if (left <= 0) {
                running.terminate(RunningCommand.Ending.TIMEOUT, RunningCommand.TIMEOUT_GRACE);
                return running.ended();
            }
            Instant before = time.now();
            Optional<String> over = over(running, spec);
            if (over.isPresent()) {
                running.kill(RunningCommand.Ending.limit(over.get()));
                return running.ended();
            }
            long cost = Duration.between(before, time.now()).toMillis();
            pause = Math.clamp(cost * PAUSE_FACTOR, FIRST_LOOK_MILLIS, LONGEST_PAUSE_MILLIS);
        }
    }

    private Optional<String> over(RunningCommand running, CommandSpec spec) {
        Optional<String> over = running.limitReached();
        if (over.isEmpty() && !boundedScratch) {
            over = running.scratch()
                    .flatMap(
                            scratch -> WorkspaceMeter.ofScratch(scratch, limits).walk());
        }
        if (over.isEmpty() && !spec.readOnly()) {
            over = running.meter().exceeded();
            mayBeOver |= over.isPresent();
        }
        return over;
    }

    /** Runs a small program to its end and answers what it wrote. */
    Probe probe(List<String> argv, Duration timeout) throws IOException, InterruptedException {
        List<byte[]> output = new ArrayList<>();
        CommandSpec spec = new CommandSpec(argv, "/workspace", true, timeout);
        RunningCommand.Output taker = new RunningCommand.Output() {
            @Override
            public void stdout(byte[] bytes) {
                stderr(bytes);
            }

            @Override
            public void stderr(byte[] bytes) {
                synchronized (output) {
                    output.add(bytes);
                }
            }
        };
        try (RunningCommand running = start(spec, taker)) {
            RunningCommand.Ended ended = watch(running, spec);
            StringBuilder text = new StringBuilder();
            synchronized (output) {
                output.forEach(bytes -> text.append(new String(bytes, StandardCharsets.UTF_8)));
            }
            return new Probe(ended, text.toString());
        }
    }

    /** How a small program ended, and all that it wrote. */
    record Probe(RunningCommand.Ended ended, String output) {}
}
