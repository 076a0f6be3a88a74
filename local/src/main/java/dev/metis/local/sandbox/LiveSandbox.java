package dev.metis.local.sandbox;

import dev.metis.function.gateway.GatewayEndpoint;
import dev.metis.function.gateway.SandboxGateway;
import dev.metis.port.SandboxLauncher.SandboxSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

/** One sandbox that runs: the executor's process, its two sockets, and its directories. {@link #close()} leaves nothing of it. */
final class LiveSandbox implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(LiveSandbox.class.getName());
    private static final long READY_SECONDS = 20;
    private static final int STDERR_LINES = 20;

    private final Sandboxing shared;
    private final SandboxSpec spec;
    private final Path sockets;
    private final Path scratch;
    private final AtomicReference<Instant> lastActive;
    private final Instant started;
    private final CommandServer commands;
    private final GatewayServer gateway;
    private final Cgroup group;
    private final Process process;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private final Deque<String> lastErrors = new ArrayDeque<>();

    /** Where the parts of a sandbox are. */
    record Layout(String name, Path workspace, Path state, Path sockets, Path scratch) {
        Path gatewaySocket() {
            return sockets.resolve("gateway");
        }

        Path starterSocket() {
            return sockets.resolve("starter");
        }
    }

    private LiveSandbox(
            Sandboxing shared,
            SandboxSpec spec,
            Layout layout,
            AtomicReference<Instant> lastActive,
            CommandServer commands,
            GatewayServer gateway,
            Cgroup group)
            throws IOException {
        this.shared = shared;
        this.spec = spec;
        this.sockets = layout.sockets();
        this.scratch = layout.scratch();
        this.lastActive = lastActive;
        this.started = shared.time().now();
        this.commands = commands;
        this.gateway = gateway;
        this.group = group;
        SandboxScript script =
                shared.sandboxes().executor(layout.workspace(), layout.sockets(), layout.state(), layout.scratch());
        this.process = shared.starter()
                .start(script.commandLine(group, shared.sandboxes().filter()));
    }

    static LiveSandbox start(
            Sandboxing shared, SandboxSpec spec, Layout layout, SandboxGateway gateway, Folders folders)
            throws IOException {
        AtomicReference<Instant> lastActive =
                new AtomicReference<>(shared.time().now());
        SandboxGateway watched =
                new WatchedGateway(gateway, () -> lastActive.set(shared.time().now()));
        GatewayServer server = GatewayServer.open(
                new GatewayEndpoint(watched),
                layout.gatewaySocket(),
                shared.settings().limits().workspaceBytes());
        try {
            CommandServer commands = CommandServer.open(
                    new CommandStarter(shared, layout.name(), layout.workspace()), layout.starterSocket());
            try {
                folders.giveSocket(layout.gatewaySocket());
                folders.giveSocket(layout.starterSocket());
                LiveSandbox live =
                        new LiveSandbox(shared, spec, layout, lastActive, commands, server, group(shared, layout));
                live.hello();
                return live;
            } catch (IOException e) {
                commands.close();
                throw e;
            }
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private static Cgroup group(Sandboxing shared, Layout layout) throws IOException {
        Sandboxes sandboxes = shared.sandboxes();
        return shared.cgroups().create(layout.name(), sandboxes.executorMemory(), sandboxes.executorProcesses());
    }

    /** Hands over the token by the standard input: it is in no argument, environment or file. */
    private void hello() throws IOException {
        Thread.ofVirtual().start(this::readOutput);
        Thread.ofVirtual().start(this::readErrors);
        OutputStream in = process.getOutputStream();
        in.write((spec.gatewayToken() + "\n").getBytes(StandardCharsets.US_ASCII));
        in.flush();
    }

    private void readOutput() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("ready")) {
                    ready.complete(true);
                }
            }
        } catch (IOException e) {
            LOG.log(Level.FINE, "the executor's output ended", e);
        }
        ready.complete(false);
    }

    private void readErrors() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                LOG.log(Level.INFO, "{0}: {1}", new Object[] {spec.key(), line});
                synchronized (lastErrors) {
                    lastErrors.addLast(line);
                    if (lastErrors.size() > STDERR_LINES) {
                        lastErrors.removeFirst();
                    }
                }
            }
        } catch (IOException e) {
            LOG.log(Level.FINE, "the executor's errors ended", e);
        }
    }

    /** Waits until the executor works; false when it ended instead, or took too long. */
    boolean awaitReady() throws InterruptedException {
        try {
            return ready.get(READY_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /** The last lines that the executor wrote to its standard error. */
    String lastErrors() {
        synchronized (lastErrors) {
            return String.join(" | ", lastErrors);
        }
    }

    SandboxSpec spec() {
        return spec;
    }

    boolean alive() {
        return process.isAlive();
    }

    CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    /** Whether it has lived or idled long enough. */
    boolean isOver(Instant now) {
        return now.isAfter(started.plus(spec.maxLifetime()))
                || now.isAfter(lastActive.get().plus(shared.settings().idle()));
    }

    @Override
    public void close() throws IOException {
        commands.close();
        new ProcessTree(process).kill();
        group.close();
        gateway.close();
        Folders.delete(sockets);
        Folders.delete(scratch);
    }
}
