package dev.metis.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.item.ItemMapper;
import dev.metis.run.RunId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ServerTest {
    @TempDir
    private Path folder;

    private RunningServer metis;
    private String ana;
    private TenantId owner;
    private RunId run;

    @BeforeEach
    void start() throws Exception {
        Path site = folder.resolve("site");
        Files.createDirectories(site.resolve("assets"));
        Files.writeString(site.resolve("index.html"), "<!doctype html><title>chat</title>");
        Files.writeString(site.resolve("assets/app-1a2b.js"), "let a = 'ä';");
        Files.writeString(folder.resolve("secret.txt"), "secret");
        Files.createSymbolicLink(site.resolve("link.txt"), folder.resolve("secret.txt"));
        metis = new RunningServer(site);
        ana = metis.token("ana", Scope.ALL).secret();
        owner = metis.tenant("ana");
        run = metis.run(owner, metis.conversation(owner));
    }

    @AfterEach
    void stop() {
        metis.close();
    }

    @Test
    void thePageComesWithAStrictPolicy() throws Exception {
        HttpResponse<String> page = metis.send(metis.request("/"));
        assertEquals(200, page.statusCode());
        assertTrue(page.body().contains("chat"));
        String policy = page.headers().firstValue("content-security-policy").orElse("");
        assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; "), policy);
        assertTrue(policy.contains("connect-src 'self' ws://127.0.0.1:" + metis.server.port()), policy);
        assertTrue(policy.endsWith("base-uri 'none'; frame-ancestors 'none'; form-action 'none'"), policy);
        assertEquals("no-cache", page.headers().firstValue("cache-control").orElse(""));
    }

    @Test
    void anAssetMayBeKept() throws Exception {
        HttpResponse<String> asset = metis.send(metis.request("/assets/app-1a2b.js"));
        assertEquals("let a = 'ä';", asset.body());
        assertEquals(
                "text/javascript; charset=utf-8",
                asset.headers().firstValue("content-type").orElse(""));
        assertTrue(asset.headers().firstValue("cache-control").orElse("").contains("immutable"));
    }

    @Test
    void anUnknownPageIsTheClientsBusinessAndAnUnknownFileIs404() throws Exception {
        HttpResponse<String> page = metis.send(metis.request("/c/conv_1").header("Accept", "text/html"));
        assertTrue(page.body().contains("chat"));
        assertEquals(
                404,
                metis.send(metis.request("/assets/none.js").header("Accept", "*/*"))
                        .statusCode());
        HttpResponse<String> api = metis.send(metis.request("/v1/none").header("Accept", "text/html"));
        assertEquals(404, api.statusCode());
        assertEquals(
                "application/problem+json",
                api.headers().firstValue("content-type").orElse(""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt",
                "/%2e%2e/secret.txt",
                "/assets/../../secret.txt",
                "/..%2fsecret.txt",
                "/assets/..%5c..%5csecret.txt",
                "/link.txt",
                "//secret.txt",
                "/%00",
                "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
                "/%c0%ae%c0%ae/secret.txt",
                "/;/../secret.txt"
            })
    void nothingOutsideTheSiteIsServed(String path) throws Exception {
        String answer = raw("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
        assertFalse(answer.contains("secret\n") || answer.endsWith("secret"), answer);
        assertTrue(answer.startsWith("HTTP/1.1 4"), answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "POST /v1/session HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "POST /v1/session HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello",
                "GET /v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \u0001\r\n\r\n",
            })
    void whatIsNoHttpIsRefused(String request) throws Exception {
        String answer = raw(request);
        assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 4") || answer.startsWith("HTTP/1.1 505"), answer);
        assertFalse(answer.contains("Jetty") || answer.contains("\tat "), answer);
    }

    @Test
    void aBodyThatIsTooLongGetsItsAnswer() throws Exception {
        HttpResponse<String> refused = metis.send(metis.request("/v1/live/tickets")
                .header("Authorization", "Bearer " + ana)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(" ".repeat(3 * 1024 * 1024))));
        assertEquals(413, refused.statusCode());
        assertEquals(
                "payload_too_large",
                ItemMapper.parse(refused.body()).path("code").asString());
    }

    @Test
    void headHasTheHeadersAndNoBody() throws Exception {
        HttpResponse<String> head =
                metis.send(metis.request("/healthz").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
        assertEquals(
                "application/json", head.headers().firstValue("content-type").orElse(""));
    }

    @Test
    void aLongPollEndsWithTheFirstEvent() throws Exception {
        CompletableFuture<HttpResponse<String>> poll = metis.client.sendAsync(
                authorized("/v1/runs/" + run + "/events?waitSeconds=20"), HttpResponse.BodyHandlers.ofString());
        awaitWatched();
        Instant appended = Instant.now();
        metis.append(owner, run, 1);
        JsonNode page = ItemMapper.parse(poll.get(10, TimeUnit.SECONDS).body());
        assertEquals(1, page.path("events").size());
        Duration took = Duration.between(appended, Instant.now());
        assertTrue(took.compareTo(Duration.ofSeconds(5)) < 0, "a push, not the end of the wait: " + took);
        assertEquals(0, metis.hub.watched());
    }

    @Test
    void aLongPollWithoutEventsEndsInTime() throws Exception {
        HttpResponse<String> page = metis.send(
                metis.request("/v1/runs/" + run + "/events?waitSeconds=1").header("Authorization", "Bearer " + ana));
        assertEquals(0, ItemMapper.parse(page.body()).path("events").size());
    }

    @Test
    void aStreamReplaysThenGoesOnLiveToTheTerminalEvent() throws Exception {
        LongStream.rangeClosed(1, 300).forEach(seq -> metis.append(owner, run, seq));
        CompletableFuture<HttpResponse<Stream<String>>> opened = metis.client.sendAsync(
                authorized("/v1/runs/" + run + "/events/stream"), HttpResponse.BodyHandlers.ofLines());
        HttpResponse<Stream<String>> response = opened.get(10, TimeUnit.SECONDS);
        assertEquals(
                "text/event-stream",
                response.headers().firstValue("content-type").orElse(""));
        awaitWatched();
        Thread writer = Thread.ofVirtual().start(() -> {
            LongStream.rangeClosed(301, 600).forEach(seq -> metis.append(owner, run, seq));
            metis.append(owner, run, 601, "run.completed", ItemMapper.object().put("finishReason", "stop"));
        });
        List<Long> ids = response.body()
                .filter(line -> line.startsWith("id: "))
                .map(line -> Long.parseLong(line.substring(4)))
                .toList();
        writer.join();
        assertEquals(LongStream.rangeClosed(1, 601).boxed().toList(), ids);
        assertEquals(0, metis.hub.watched());
    }

    @Test
    void aStopEndsWaitsAndStreams() throws Exception {
        CompletableFuture<HttpResponse<String>> poll = metis.client.sendAsync(
                authorized("/v1/runs/" + run + "/events?waitSeconds=20"), HttpResponse.BodyHandlers.ofString());
        awaitWatched();
        Instant stopped = Instant.now();
        metis.server.close();
        poll.handle((answer, failure) -> true).get(10, TimeUnit.SECONDS);
        assertTrue(Duration.between(stopped, Instant.now()).compareTo(Duration.ofSeconds(8)) < 0);
    }

    @Test
    void theLivePathWithoutAnUpgradeSaysSo() throws Exception {
        assertEquals(426, metis.send(metis.request("/v1/live")).statusCode());
    }

    private HttpRequest authorized(String target) {
        return metis.request(target).header("Authorization", "Bearer " + ana).build();
    }

    private void awaitWatched() {
        Instant deadline = Instant.now().plusSeconds(10);
        while (metis.hub.watched() == 0) {
            assertTrue(Instant.now().isBefore(deadline), "nobody watches");
            Thread.onSpinWait();
        }
    }

    /** Sends exactly this and gives all that comes back. */
    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), metis.server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            return answer.toString(StandardCharsets.UTF_8);
        }
    }
}
