package dev.metis.local.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One command in its sandbox, from its start until nothing of it is left. Whoever asks for its end first decides how it ended. The
 * sandbox's process namespace dies with its first process, so that killing that one kills whatever the command started.
 */
final class RunningCommand implements AutoCloseable {
    static final Duration TIMEOUT_GRACE = Duration.ofSeconds(3);
    static final Duration CANCEL_GRACE = Duration.ofMillis(500);

    private static final int CHUNK = 1 << 15;
    private static final long DRAIN_SECONDS = 5;
    private static final int SIGXFSZ_EXIT = 128 + 25;

    private final Process process;
    private final ProcessTree tree;
    private final Cgroup group;
    private final WorkspaceMeter meter;
    private final SandboxLimits limits;
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
    private final CountDownLatch gone = new CountDownLatch(1);
    private final Thread stdout;
    private final Thread stderr;

    RunningCommand(Process process, Cgroup group, WorkspaceMeter meter, SandboxLimits limits, Output output) {
        this.process = process;
        this.tree = new ProcessTree(process);
        this.group = group;
        this.meter = meter;
        this.limits = limits;
        this.stdout = pump(process.getInputStream(), output::stdout);
        this.stderr = pump(process.getErrorStream(), output::stderr);
        var _ = process.onExit().thenRun(gone::countDown);
    }

    /** Takes what the command writes. */
    interface Output {
        void stdout(byte[] bytes) throws IOException;

        void stderr(byte[] bytes) throws IOException;
    }

    /** How the command ended: a word of the protocol between executor and starter, and why. */
    record Ending(String how, String detail) {
        static final Ending TIMEOUT = new Ending("timeout", "");
        static final Ending CANCELLED = new Ending("cancelled", "");

        static Ending limit(String what) {
            return new Ending("limit", what);
        }
    }

    /** The end as the executor is told. */
    record Ended(String how, int exitCode, String detail) {}

    private interface Taker {
        void take(byte[] bytes) throws IOException;
    }

    /** Hands the script to the shell that waits for it. */
    void feed(String script) throws IOException {
        try (OutputStream in = process.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Thread pump(InputStream in, Taker taker) {
        return Thread.ofVirtual().start(() -> {
            byte[] buffer = new byte[CHUNK];
            try {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    taker.take(Arrays.copyOf(buffer, n));
                }
            } catch (IOException e) {
                kill(Ending.CANCELLED); // nobody takes the output any more
            }
        });
    }

    /** Asks the whole tree to end, and kills it after the grace. */
    void terminate(Ending how, Duration grace) {
        if (!ending.compareAndSet(null, how)) {
            return;
        }
        tree.askToEnd();
        try {
            boolean ended = gone.await(grace.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the whole tree now. */
    void kill(Ending how) {
        ending.compareAndSet(null, how);
        process.destroyForcibly();
    }

    /** Which limit of memory or processes it ran into: by the group's word, or, where there is no group, by counting. */
    Optional<String> limitReached() {
        if (group.equals(Cgroup.none())) {
            return counted();
        }
        return group.exceeded().map(what -> what.equals("memory") ? tooMuchMemory() : tooManyProcesses());
    }

    private Optional<String> counted() {
        if (tree.memoryBytes() > limits.memoryBytes()) {
            return Optional.of(tooMuchMemory());
        }
        return tree.inside().size() > limits.processes() * 9L / 10 ? Optional.of(tooManyProcesses()) : Optional.empty();
    }

    private String tooMuchMemory() {
        return "it used more than " + (limits.memoryBytes() >> 20) + " MiB of memory";
    }

    private String tooManyProcesses() {
        return "it started more than " + limits.processes() + " processes";
    }

    /** The command's scratch as the host can see it; empty while there is no process inside. */
    Optional<Path> scratch() {
        return tree.inside().stream().findFirst().map(first -> Path.of("/proc/" + first.pid() + "/root/tmp"));
    }

    WorkspaceMeter meter() {
        return meter;
    }

    boolean awaitEnd(long millis) throws InterruptedException {
        return gone.await(millis, TimeUnit.MILLISECONDS);
    }

    /** Waits for the end of the command and of its output; the command must be ending. */
    Ended ended() throws InterruptedException {
        int exit = process.waitFor();
        stdout.join(Duration.ofSeconds(DRAIN_SECONDS));
        stderr.join(Duration.ofSeconds(DRAIN_SECONDS));
        Ending how = ending.get();
        if (how == null && exit != 0) {
            how = limitReached().map(Ending::limit).orElse(null);
        }
        if (how == null && exit == SIGXFSZ_EXIT) {
            how = Ending.limit("a file grew beyond " + (limits.fileBytes() >> 20) + " MiB");
        }
        return how == null ? new Ended("exited", exit, "") : new Ended(how.how(), exit, how.detail());
    }

    /** Kills what is left and waits until nothing is. */
    @Override
    public void close() {
        tree.kill();
        group.close();
    }
}
