package dev.metis.local.cli;

import dev.metis.item.ItemMapper;
import dev.metis.local.server.ControlFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Talks to the server of a data directory. */
final class MetisClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final ControlFile control;

    private MetisClient(ControlFile control) {
        this.control = control;
    }

    /** The running server of the data directory; empty when none runs. */
    static Optional<MetisClient> find(Path data) {
        try {
            return ControlFile.read(data)
                    .filter(ControlFile::alive)
                    .map(MetisClient::new)
                    .filter(MetisClient::answers);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "the control file in " + data + " cannot be read");
        }
    }

    static MetisClient require(Path data) {
        return find(data)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.FAILED, "Metis does not run on " + data + "; start it with ./metis up"));
    }

    /** A file that a killed server left may name a process that is something else by now. */
    private boolean answers() {
        try {
            HttpRequest health =
                    HttpRequest.newBuilder(uri("/healthz")).timeout(CONNECT).build();
            return http.send(health, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            close();
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    String address() {
        return "http://127.0.0.1:" + control.port();
    }

    JsonNode get(String path) {
        return expect(send(request(path).GET()));
    }

    JsonNode post(String path, ObjectNode body) {
        return expect(send(post(request(path), body)));
    }

    /** The answer, whatever its status. */
    HttpResponse<String> tryPost(String path, ObjectNode body) {
        return send(post(request(path), body));
    }

    JsonNode post(String path, ObjectNode body, String idempotencyKey) {
        return expect(send(post(request(path), body).header("Idempotency-Key", idempotencyKey)));
    }

    /** Asks for what only the machine's owner may have. */
    JsonNode control(String path, ObjectNode body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + control.secret());
        return expect(send(post(request, body)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(PATIENCE).header("Authorization", "Bearer " + control.token());
    }

    private URI uri(String path) {
        return URI.create(address() + path);
    }

    private static HttpRequest.Builder post(HttpRequest.Builder request, ObjectNode body) {
        return request.header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(ItemMapper.write(body), StandardCharsets.UTF_8));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "the server at " + address() + " does not answer");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "interrupted");
        }
    }

    private static JsonNode expect(HttpResponse<String> response) {
        if (response.statusCode() >= 300) {
            throw new CommandFailure(ExitCode.FAILED, reason(response));
        }
        return response.body().isEmpty() ? ItemMapper.object() : ItemMapper.parse(response.body());
    }

    /** What a problem says, for a person. */
    static String reason(HttpResponse<String> response) {
        try {
            String detail = ItemMapper.parse(response.body()).path("detail").asString("");
            return detail.isEmpty() ? "the server answered " + response.statusCode() : TerminalText.oneLine(detail);
        } catch (JacksonException e) {
            return "the server answered " + response.statusCode();
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
