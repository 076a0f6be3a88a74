package dev.metis.local.server;

import dev.metis.access.Caller;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket with its connection: frames in become notes, frames out are written one by one, each with a deadline. Public
 * only because Jetty calls it by reflection.
 */
public final class LiveSocket implements Session.Listener.AutoDemanding {
    /** A client that takes no frame for so long is gone. */
    private static final Duration WRITE_PATIENCE = Duration.ofSeconds(20);

    private final Caller caller;
    private final LiveConnection connection;
    private final Consumer<LiveSocket> opened;
    private final Consumer<LiveSocket> gone;
    private volatile @Nullable Session session;
    /** A close frame is on its way: cutting the connection would overtake it. */
    private volatile boolean goodbye;

    private volatile @Nullable Thread thread;

    LiveSocket(
            Caller caller,
            Function<Follower.Sink, LiveConnection> connection,
            Consumer<LiveSocket> opened,
            Consumer<LiveSocket> gone) {
        this.caller = caller;
        this.connection = connection.apply(this::send);
        this.opened = opened;
        this.gone = gone;
    }

    Caller caller() {
        return caller;
    }

    @Override
    public void onWebSocketOpen(Session newSession) {
        session = newSession;
        opened.accept(this);
        thread = Thread.ofVirtual().name("live").start(this::serve);
    }

    @Override
    public void onWebSocketText(String frame) {
        if (!connection.receive(frame)) {
            close(StatusCode.POLICY_VIOLATION, "frames come faster than they are served");
        }
    }

    @Override
    public void onWebSocketBinary(java.nio.ByteBuffer payload, Callback callback) {
        callback.succeed();
        close(StatusCode.BAD_DATA, "only text frames are understood");
    }

    @Override
    public void onWebSocketClose(int status, @Nullable String reason, Callback callback) {
        end();
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        end();
    }

    /** Says goodbye; a client that does not answer in time is cut off by its idle timeout. */
    void close(int status, String reason) {
        goodbye = true;
        end();
        Session open = session;
        if (open != null) {
            open.close(status, reason, Callback.from(() -> {}, failure -> open.disconnect()));
        }
    }

    /** Waits until the connection's thread has left. */
    void awaitEnd(Duration atMost) throws InterruptedException {
        Thread running = thread;
        if (running != null && !running.join(atMost)) {
            running.interrupt();
        }
    }

    private void serve() {
        try {
            connection.run();
        } finally {
            end();
            Session open = session;
            if (open != null && open.isOpen() && !goodbye) {
                open.disconnect();
            }
        }
    }

    private void end() {
        connection.close();
        gone.accept(this);
    }

    private void send(String frame) throws IOException {
        Session open = session;
        if (open == null || !open.isOpen()) {
            throw new IOException("the connection is closed");
        }
        CompletableFuture<Boolean> written = new CompletableFuture<>();
        open.sendText(frame, Callback.from(() -> written.complete(true), written::completeExceptionally));
        try {
            written.get(WRITE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the client takes no frames", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the connection is being closed", e);
        }
    }
}
