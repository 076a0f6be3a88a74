package dev.metis.executor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The gateway as the executor sees it. Requests that may be repeated are repeated while the gateway does not answer. */
final class Gateway {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int WAIT_SECONDS = 20;
    private static final int MAX_HASHES = 1_000;
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final GatewayHttp http;
    private final CountDownLatch over = new CountDownLatch(1);

    Gateway(GatewayHttp http) {
        this.http = http;
    }

    /** The sandbox is over: the token opens nothing any more. */
    static final class Over extends IOException {
        private static final long serialVersionUID = 1;

        Over() {
            super("the gateway ended this sandbox");
        }
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    static JsonNode parse(String json) throws IOException {
        try {
            return JSON.readTree(json);
        } catch (JacksonException e) {
            throw new IOException("not valid JSON", e);
        }
    }

    static byte[] bytes(JsonNode node) {
        return JSON.writeValueAsBytes(node);
    }

    JsonNode next(Collection<String> busy) throws IOException {
        ObjectNode request = object().put("waitSeconds", WAIT_SECONDS);
        ArrayNode calls = request.putArray("busy");
        busy.forEach(calls::add);
        return post("/gateway/v1/next", request);
    }

    void output(ArrayNode chunks) throws IOException {
        ObjectNode request = object();
        request.set("chunks", chunks);
        post("/gateway/v1/output", request);
    }

    /** Repeats until the gateway has taken it, or the time is over. */
    boolean result(ObjectNode result, long patienceMillis) throws IOException {
        return patiently(patienceMillis, () -> post("/gateway/v1/result", result))
                .path("accepted")
                .asBoolean();
    }

    List<String> missing(List<String> hashes, long patienceMillis) throws IOException {
        List<String> missing = new ArrayList<>();
        for (int from = 0; from < hashes.size(); from += MAX_HASHES) {
            ObjectNode request = object();
            ArrayNode array = request.putArray("sha256");
            hashes.subList(from, Math.min(hashes.size(), from + MAX_HASHES)).forEach(array::add);
            JsonNode answer = patiently(patienceMillis, () -> post("/gateway/v1/blobs/missing", request));
            answer.path("missing").forEach(hash -> missing.add(hash.stringValue()));
        }
        return missing;
    }

    void putBytes(String sha256, byte[] bytes, long patienceMillis) throws IOException {
        patiently(patienceMillis, () -> {
            checked(http.put("/gateway/v1/blobs/" + sha256, bytes.length, new ByteArrayInputStream(bytes)));
            return object();
        });
    }

    void putStream(String sha256, long length, InputStream body) throws IOException {
        checked(http.put("/gateway/v1/blobs/" + sha256, length, body));
    }

    void putFile(String sha256, Path file, long patienceMillis) throws IOException {
        patiently(patienceMillis, () -> {
            try (InputStream in = Files.newInputStream(file)) {
                putStream(sha256, Files.size(file), in);
            }
            return object();
        });
    }

    private JsonNode post(String path, JsonNode body) throws IOException {
        return parse(checked(http.post(path, bytes(body))).body());
    }

    private GatewayHttp.Answer checked(GatewayHttp.Answer answer) throws IOException {
        if (answer.status() == 401) {
            over.countDown();
            throw new Over();
        }
        if (answer.status() / 100 == 4) {
            throw new Rejected("the gateway answered " + answer.status() + ": " + answer.body());
        }
        if (answer.status() / 100 != 2) {
            throw new IOException("the gateway answered " + answer.status());
        }
        return answer;
    }

    /** A request that the gateway refuses, and would refuse again. */
    static final class Rejected extends IOException {
        private static final long serialVersionUID = 1;

        Rejected(String message) {
            super(message);
        }
    }

    private interface Request {
        JsonNode send() throws IOException;
    }

    private JsonNode patiently(long patienceMillis, Request request) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS)) {
            try {
                return request.send();
            } catch (Over | Rejected e) {
                throw e;
            } catch (IOException e) {
                if (System.nanoTime() > deadline || pause(pause)) {
                    throw e;
                }
            }
        }
    }

    /** Waits; true when the sandbox is over. */
    boolean pause(long millis) {
        try {
            return over.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
