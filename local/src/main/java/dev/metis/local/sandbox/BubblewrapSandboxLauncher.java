package dev.metis.local.sandbox;

import dev.metis.conversation.ConversationId;
import dev.metis.function.gateway.SandboxGateway;
import dev.metis.port.ArtifactStore;
import dev.metis.port.SandboxLauncher;
import dev.metis.port.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Sandboxes by bubblewrap on this machine. Fails closed: without bubblewrap, or where the kernel refuses its namespaces, there is no
 * sandbox and nothing runs. Before the first launch a program really runs in a command sandbox and says what it sees.
 */
public final class BubblewrapSandboxLauncher implements SandboxLauncher, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(BubblewrapSandboxLauncher.class.getName());
    private static final long LOOK_SECONDS = 5;
    private static final int LOCKS = 64;

    private final Sandboxing shared;
    private final SandboxGateway gateway;
    private final Folders folders;
    private final Workspaces workspaces;
    private final Ledger ledger;
    private final SelfTest selfTest;
    private final String prefix;
    private final AtomicLong number = new AtomicLong();
    private final Map<SandboxKey, LiveSandbox> live = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("sandbox-clock").daemon(true).factory());
    private final Lock[] turns =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(Lock[]::new);
    private volatile Consumer<SandboxKey> onEnded = key -> {};
    private boolean prepared;

    private BubblewrapSandboxLauncher(
            Sandboxing shared, SandboxGateway gateway, ArtifactStore blobs, Folders folders, String prefix) {
        this.shared = shared;
        this.gateway = gateway;
        this.folders = folders;
        this.prefix = prefix;
        Path data = shared.settings().data();
        this.workspaces = new Workspaces(
                data, folders, new WorkspaceRestorer(blobs, shared.settings().limits()));
        this.ledger = new Ledger(data.resolve("sandboxes"));
        this.selfTest = new SelfTest(shared, prefix + "-selftest");
    }

    /** Makes a launcher; nothing is started yet. Only one may use a data directory at a time. */
    public static BubblewrapSandboxLauncher create(
            SandboxSettings settings, SandboxGateway gateway, ArtifactStore blobs, TimeSource time) throws IOException {
        Host host = Host.look();
        String prefix = prefix(settings.data());
        Sandboxing shared = new Sandboxing(
                host,
                settings,
                new Sandboxes(host, settings, settings.runtime().resolve("common")),
                new ProcessStarter(),
                Cgroups.find(prefix + "-probe"),
                time);
        BubblewrapSandboxLauncher launcher =
                new BubblewrapSandboxLauncher(shared, gateway, blobs, new Folders(host, settings.uid()), prefix);
        var _ = launcher.clock.scheduleWithFixedDelay(
                launcher::endOverdue, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
        return launcher;
    }

    /** The same for the same data directory: what an earlier server left is known by it. */
    static String prefix(Path data) {
        return HexFormat.of().toHexDigits(data.toString().hashCode());
    }

    /**
     * Cleans up after a server that was killed and answers which sandboxes were live then: nothing of them runs any more. Call it once,
     * before the first launch. It answers the same after another crash, until each is {@link #forget forgotten}.
     */
    public List<SandboxKey> recoverLost() throws IOException {
        List<SandboxKey> lost = ledger.all();
        Cgroups.leftOvers(prefix).forEach(Cgroup::remove);
        Folders.delete(shared.settings().data().resolve("scratch"));
        Folders.delete(shared.settings().runtime());
        return lost;
    }

    /** A lost sandbox whose end everybody knows by now. */
    public void forget(SandboxKey lost) {
        try {
            ledger.remove(lost);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the ledger keeps the lost sandbox " + lost, e); // told again by the next server
        }
    }

    /**
     * Who is told when a sandbox is over without having been stopped: it idled, lived too long, or its executor ended. Set it before the
     * first launch.
     */
    public void onEnded(Consumer<SandboxKey> listener) {
        onEnded = listener;
    }

    /** One launch at a time for a run; different runs do not wait for each other. */
    @Override
    public LaunchResult launch(SandboxSpec spec) {
        Lock turn = turns[Math.floorMod(spec.key().runId().hashCode(), LOCKS)];
        turn.lock();
        try {
            return launchInTurn(spec);
        } finally {
            turn.unlock();
        }
    }

    private LaunchResult launchInTurn(SandboxSpec spec) {
        LiveSandbox running = live.get(spec.key());
        if (running != null && running.alive()) {
            return new LaunchResult.Launched(selfTest.limits());
        }
        Optional<LaunchResult.Unavailable> obstacle = obstacle();
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        endOlder(spec.key());
        try {
            return start(spec);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the sandbox " + spec.key() + " did not start", e);
            return new LaunchResult.Unavailable("the sandbox did not start: " + e.getMessage(), "see the server's log");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new LaunchResult.Unavailable("the start was interrupted", "try again");
        }
    }

    private Optional<LaunchResult.Unavailable> obstacle() {
        Optional<String> missing = shared.host().missingProgram();
        if (missing.isPresent()) {
            String packages = missing.get().equals("bwrap") ? "bubblewrap" : "bubblewrap util-linux coreutils";
            return Optional.of(new LaunchResult.Unavailable(
                    missing.get() + " is not installed", "sudo apt-get install -y " + packages));
        }
        try {
            prepare();
            return selfTest.run(workspaces.probe());
        } catch (IOException e) {
            return Optional.of(new LaunchResult.Unavailable(
                    "the sandbox could not be prepared: " + e.getMessage(), "see the server's log"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(new LaunchResult.Unavailable("the start was interrupted", "try again"));
        }
    }

    private synchronized void prepare() throws IOException {
        if (!prepared) {
            folders.makeInPublic(shared.settings().runtime());
            shared.sandboxes().prepare();
            prepared = true;
        }
    }

    private LaunchResult start(SandboxSpec spec) throws IOException, InterruptedException {
        ConversationId conversation = new ConversationId(spec.conversationId());
        String name = prefix + "-" + number.incrementAndGet();
        Path sockets = folders.make(shared.settings().runtime().resolve(name), true);
        Path scratch = folders.make(shared.settings().data().resolve("scratch").resolve(name), true);
        Path workspace = workspaces.open(spec.key().owner(), conversation);
        Path state = workspaces.state(conversation);
        ledger.add(spec.key());
        LiveSandbox sandbox = LiveSandbox.start(
                shared, spec, new LiveSandbox.Layout(name, workspace, state, sockets, scratch), gateway, folders);
        if (!sandbox.awaitReady()) {
            String why = sandbox.lastErrors();
            end(sandbox);
            return new LaunchResult.Unavailable("the executor did not start: " + why, "see the server's log");
        }
        live.put(spec.key(), sandbox);
        var _ = sandbox.onExit()
                .thenRunAsync(
                        () -> ended(sandbox),
                        task -> Thread.ofVirtual().name("sandbox-ended").start(task));
        return new LaunchResult.Launched(selfTest.limits());
    }

    /** A newer generation ends the older ones of its run. */
    private void endOlder(SandboxKey key) {
        live.keySet().stream()
                .filter(other ->
                        other.owner().equals(key.owner()) && other.runId().equals(key.runId()))
                .forEach(this::stop);
    }

    @Override
    public void stop(SandboxKey key) {
        LiveSandbox sandbox = live.remove(key);
        if (sandbox != null) {
            end(sandbox);
        }
    }

    /** It is over by itself. */
    private void ended(LiveSandbox sandbox) {
        if (!live.remove(sandbox.spec().key(), sandbox)) {
            return;
        }
        end(sandbox);
        try {
            onEnded.accept(sandbox.spec().key());
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the end of the sandbox " + sandbox.spec().key() + " could not be told", e);
        }
    }

    private void end(LiveSandbox sandbox) {
        try {
            sandbox.close();
            ledger.remove(sandbox.spec().key());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the sandbox " + sandbox.spec().key() + " left something behind", e);
        }
    }

    private void endOverdue() {
        try {
            List<LiveSandbox> overdue = new ArrayList<>(live.values());
            overdue.removeIf(sandbox -> !sandbox.isOver(shared.time().now()));
            overdue.forEach(this::ended);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "sandboxes that are over could not be ended", e); // and looked at again
        }
    }

    /** The directory that a conversation's sandboxes share, if there is one yet. */
    public Optional<Path> workspace(ConversationId conversation) {
        Path folder = workspaces.folder(conversation);
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) ? Optional.of(folder) : Optional.empty();
    }

    /** Ends every sandbox and leaves nothing but the data directory. */
    @Override
    public void close() {
        clock.shutdownNow();
        List.copyOf(live.keySet()).forEach(this::stop);
        shared.starter().close();
        try {
            Folders.delete(shared.settings().runtime());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the sandboxes' runtime directory stays behind", e);
        }
    }
}
