package dev.metis.local.server;

import dev.metis.access.Caller;
import dev.metis.function.api.LiveGate;
import dev.metis.port.ItemStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.websocket.api.StatusCode;

/** All live connections of this server: makes them, asks again and again whether they may stay, and closes them. */
final class LiveSockets implements AutoCloseable {
    /** How often credentials are looked at again: a revoked one is out well within 5 seconds. */
    private static final Duration RECHECK = Duration.ofSeconds(2);

    private static final Duration GOODBYE = Duration.ofSeconds(2);
    private static final int MOST = 1_000;
    private static final Logger LOG = System.getLogger(LiveSockets.class.getName());

    private final LiveGate gate;
    private final EventHub hub;
    private final ItemStore store;
    private final Set<LiveSocket> open = ConcurrentHashMap.newKeySet();
    private final ScheduledFuture<?> rechecking;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("live-recheck").factory());

    LiveSockets(LiveGate gate, EventHub hub, ItemStore store) {
        this.gate = gate;
        this.hub = hub;
        this.store = store;
        rechecking = clock.scheduleWithFixedDelay(
                this::recheck, RECHECK.toMillis(), RECHECK.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A socket for the caller, which is known here from the moment it opens. */
    LiveSocket create(Caller caller) {
        return new LiveSocket(caller, sink -> new LiveConnection(caller, hub, store, sink), open::add, open::remove);
    }

    boolean full() {
        return open.size() >= MOST;
    }

    int count() {
        return open.size();
    }

    private void recheck() {
        for (LiveSocket socket : open) {
            try {
                if (gate.again(socket.caller()).isEmpty()) {
                    socket.close(StatusCode.POLICY_VIOLATION, "the credential is void");
                }
            } catch (RuntimeException e) {
                // A store that does not answer now is asked again with the next round.
                LOG.log(Level.WARNING, "a live connection could not be checked", e);
            }
        }
    }

    @Override
    public void close() {
        rechecking.cancel(false);
        clock.shutdownNow();
        List<LiveSocket> all = List.copyOf(open);
        all.forEach(socket -> socket.close(StatusCode.SHUTDOWN, "the server stops"));
        try {
            for (LiveSocket socket : all) {
                socket.awaitEnd(GOODBYE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
