package dev.metis.testkit.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.metis.json.StrictJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A Chat Completions server on loopback that does what it is told. It answers 400 to whatever the strictest server would
 * refuse, keeps every request, and for the rest asks its script. Run alone, it plays {@link StubConversation}.
 */
public final class StubCompatibleServer implements AutoCloseable {
    private static final long HANG_SECONDS = 120;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Function<Request, StubAnswer> script;

    /** A request as it came; header names are in lower case. */
    public record Request(String method, String path, Map<String, String> headers, JsonNode body) {
        public Request {
            headers = Map.copyOf(headers);
        }
    }

    /** Starts on this port of the loopback interface; 0 takes a free one. The script answers what is well-formed. */
    public StubCompatibleServer(int port, Function<Request, StubAnswer> script) {
        this.script = script;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 64);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public static void main(String[] arguments) throws InterruptedException {
        int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
        try (StubCompatibleServer stub = new StubCompatibleServer(port, new StubConversation())) {
            System.out.println(stub.baseUrl());
            stub.closed.await();
        }
    }

    /** The address to configure, without a slash at its end. */
    public URI baseUrl() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
    }

    /** The requests for answers so far, in the order in which they came. */
    public List<Request> requests() {
        return requests.stream()
                .filter(request -> request.path().endsWith("/chat/completions"))
                .toList();
    }

    /** All requests so far, those for the list of models too. */
    public List<Request> allRequests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] bytes = exchange.getRequestBody().readAllBytes();
            Request request = new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    headers(exchange),
                    bytes.length == 0
                            ? StrictJson.parse("{}")
                            : StrictJson.parse(new String(bytes, StandardCharsets.UTF_8)));
            requests.add(request);
            send(exchange, answer(request));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private StubAnswer answer(Request request) {
        if (!request.path().endsWith("/chat/completions")) {
            return script.apply(request);
        }
        Optional<String> fault = StrictPairing.fault(request.body());
        return fault.map(words -> StubAnswer.error(400, "invalid_request_error", words))
                .orElseGet(() -> script.apply(request));
    }

    private void send(HttpExchange exchange, StubAnswer answer) throws IOException, InterruptedException {
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(answer.status(), 0);
        OutputStream out = exchange.getResponseBody();
        for (StubAnswer.Step step : answer.steps()) {
            switch (step) {
                case StubAnswer.Step.Send send -> {
                    out.write(send.copy());
                    out.flush();
                }
                case StubAnswer.Step.Pause pause -> {
                    if (closed.await(pause.duration().toMillis(), TimeUnit.MILLISECONDS)) {
                        return;
                    }
                }
                case StubAnswer.Step.Hang _ -> {
                    closed.await(HANG_SECONDS, TimeUnit.SECONDS);
                    return;
                }
                case StubAnswer.Step.Break _ -> {
                    return;
                }
            }
        }
        out.close();
    }

    private static Map<String, String> headers(HttpExchange exchange) {
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        return headers;
    }
}
