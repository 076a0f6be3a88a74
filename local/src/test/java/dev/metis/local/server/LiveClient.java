package dev.metis.local.server;

import dev.metis.item.ItemMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A client of the live connection that keeps what it is sent. */
final class LiveClient implements WebSocket.Listener, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LinkedBlockingQueue<JsonNode> frames = new LinkedBlockingQueue<>();
    private final StringBuilder partial = new StringBuilder();
    private final boolean reads;
    private @Nullable WebSocket socket;
    final CompletableFuture<Integer> closed = new CompletableFuture<>();

    private LiveClient(boolean reads) {
        this.reads = reads;
    }

    static LiveClient connect(HttpClient client, int port, UnaryOperator<WebSocket.Builder> headers, String query) {
        return connect(client, port, headers, query, true);
    }

    static LiveClient connect(
            HttpClient client, int port, UnaryOperator<WebSocket.Builder> headers, String query, boolean reads) {
        LiveClient live = new LiveClient(reads);
        live.socket = headers.apply(client.newWebSocketBuilder())
                .buildAsync(URI.create("ws://127.0.0.1:" + port + "/v1/live" + query), live)
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
        return live;
    }

    @Override
    public void onOpen(WebSocket opened) {
        if (reads) {
            opened.request(1);
        }
    }

    /** Begins to read. */
    void read() {
        socket().request(Long.MAX_VALUE / 2);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            frames.add(ItemMapper.parse(partial.toString()));
            partial.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        closed.complete(status);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        closed.complete(1006);
    }

    LiveClient say(String frame) {
        socket().sendText(frame, true)
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
        return this;
    }

    private WebSocket socket() {
        return Objects.requireNonNull(socket, "not connected yet");
    }

    JsonNode next() throws InterruptedException {
        JsonNode frame = frames.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (frame == null) {
            throw new AssertionError("no frame came");
        }
        return frame;
    }

    /** Frames up to and with the first that fits. */
    List<JsonNode> until(Predicate<JsonNode> last) throws InterruptedException {
        List<JsonNode> seen = new ArrayList<>();
        do {
            seen.add(next());
        } while (!last.test(seen.getLast()));
        return seen;
    }

    /** All that came before the answer to a ping. */
    List<JsonNode> untilPong() throws InterruptedException {
        say("{\"action\":\"ping\"}");
        List<JsonNode> seen = until(frame -> frame.path("kind").asString().equals("pong"));
        return seen.subList(0, seen.size() - 1);
    }

    @Override
    public void close() {
        socket().abort();
    }
}
