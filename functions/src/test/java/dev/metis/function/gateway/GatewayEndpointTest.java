package dev.metis.function.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class GatewayEndpointTest {
    private static final String CALL = "call_01J00000000000000000000000";
    private static final String HASH = "a".repeat(64);

    private final Recorder gateway = new Recorder();
    private final GatewayEndpoint endpoint = new GatewayEndpoint(gateway);

    @Test
    void aCommandIsWrittenAsTheProtocolSays() throws IOException {
        gateway.next = new NextReply(
                new SandboxCommand(
                        CALL,
                        "n1",
                        "fs.read",
                        JsonMapper.shared().createObjectNode().put("path", "a.txt"),
                        30,
                        "k1",
                        "absent"),
                List.of(CALL),
                false);
        GatewayEndpoint.Answer answer = post("/gateway/v1/next", "{\"waitSeconds\":20,\"busy\":[\"" + CALL + "\"]}");
        assertEquals(200, answer.status());
        assertEquals(
                JsonMapper.shared()
                        .readTree("{\"command\":{\"callId\":\"" + CALL + "\",\"nonce\":\"n1\",\"tool\":\"fs.read\","
                                + "\"arguments\":{\"path\":\"a.txt\"},\"timeoutSeconds\":30,\"idempotencyKey\":\"k1\","
                                + "\"approvedFileHash\":\"absent\"},\"cancel\":[\"" + CALL + "\"],\"stop\":false}"),
                JsonMapper.shared().readTree(answer.json()));
        assertEquals(List.of("t1", new NextRequest(20, List.of(CALL))), gateway.seen);
    }

    @Test
    void aResultIsReadAsTheProtocolSays() throws IOException {
        String body =
                "{\"callId\":\"" + CALL + "\",\"nonce\":\"n\",\"outcome\":\"not_run\",\"reason\":\"approval_stale\","
                        + "\"text\":\"x\",\"durationMs\":3,\"artifact\":{\"sha256\":\"" + HASH
                        + "\",\"bytes\":1,\"name\":\"o\",\"mediaType\":\"text/plain\"},\"exitCode\":0,\"workspace\":{\"version\":\""
                        + HASH + "\",\"base\":null,\"files\":1,\"bytes\":2,\"changed\":[\"a\"]}}";
        assertEquals(new GatewayEndpoint.Answer(200, "{\"accepted\":true}"), post("/gateway/v1/result", body));
        assertEquals(
                List.of(
                        "t1",
                        new ResultRequest(
                                CALL,
                                "n",
                                ResultRequest.Outcome.NOT_RUN,
                                "approval_stale",
                                "x",
                                3,
                                new ResultRequest.ProducedArtifact(HASH, 1, "o", "text/plain"),
                                0,
                                new ResultRequest.WorkspaceChange(HASH, null, 1, 2, List.of("a")))),
                gateway.seen);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            /gateway/v1/next          | {"waitSeconds":21,"busy":[]}                    | 400 | waitSeconds
            /gateway/v1/next          | {"waitSeconds":1,"busy":["../x"]}               | 400 | busy
            /gateway/v1/next          | {"waitSeconds":1}                               | 400 | busy
            /gateway/v1/next          | {"busy":[]}                                     | 400 | waitSeconds
            /gateway/v1/next          | {"waitSeconds":1,"busy":[],"more":1}            | 400 | more
            /gateway/v1/next          | {"waitSeconds":1,"waitSeconds":2,"busy":[]}     | 400 | NextRequest
            /gateway/v1/next          | nothing                                         | 400 | NextRequest
            /gateway/v1/next          | null                                            | 400 | body
            /gateway/v1/blobs/missing | {"sha256":["ABC"]}                              | 400 | sha256
            /gateway/v1/output        | {"chunks":[null]}                               | 400 | chunks
            /gateway/v1/elsewhere     | {}                                              | 404 | path
            """)
    void whatBreaksTheProtocolIsRefusedByName(String path, String body, int status, String named) throws IOException {
        GatewayEndpoint.Answer answer = post(path, body);
        assertEquals(status, answer.status(), answer.json());
        assertTrue(answer.json().contains(named), answer.json());
        assertEquals(List.of(), gateway.seen);
    }

    @Test
    void theBodyIsBounded() throws IOException {
        String body = "{\"chunks\":[" + " ".repeat(GatewayEndpoint.MAX_JSON_BYTES) + "]}";
        assertEquals(413, post("/gateway/v1/output", body).status());
    }

    @Test
    void withoutAKnownTokenNothingIsAnswered() throws IOException {
        for (String authorization : new String[] {"Basic t1", "Bearer bad", "", "bearer t1"}) {
            assertEquals(
                    401,
                    ask("POST", "/gateway/v1/next", authorization, "{\"waitSeconds\":0,\"busy\":[]}")
                            .status());
        }
        assertEquals(401, ask("POST", "/gateway/v1/next", null, "{}").status());
        assertEquals(401, ask("GET", "/etc/passwd", null, "").status());
    }

    @Test
    void aBlobIsStreamedThroughAndItsNameMustBeAHash() throws IOException {
        assertEquals(
                204,
                ask("PUT", "/gateway/v1/blobs/" + HASH, "Bearer t1", "bytes").status());
        assertEquals(List.of("t1", HASH, "bytes"), gateway.seen);
        assertEquals(
                400, ask("PUT", "/gateway/v1/blobs/../x", "Bearer t1", "bytes").status());
        assertFalse(gateway.seen.contains("../x"));
    }

    private GatewayEndpoint.Answer post(String path, String body) throws IOException {
        return ask("POST", path, "Bearer t1", body);
    }

    private GatewayEndpoint.Answer ask(String method, String path, @Nullable String authorization, String body)
            throws IOException {
        InputStream bytes = new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
        return endpoint.handle(new GatewayEndpoint.Request(method, path, authorization, bytes));
    }

    /** Takes everything down, for the token t1. */
    private static final class Recorder implements SandboxGateway {
        private final List<Object> seen = new ArrayList<>();
        private NextReply next = NextReply.idle();

        @Override
        public NextReply next(String token, NextRequest request) {
            record(token, request);
            return next;
        }

        @Override
        public void output(String token, OutputRequest request) {
            record(token, request);
        }

        @Override
        public MissingReply missing(String token, MissingRequest request) {
            record(token, request);
            return new MissingReply(request.sha256());
        }

        @Override
        public void putBlob(String token, String sha256, InputStream body) throws IOException {
            record(token, sha256);
            seen.add(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }

        @Override
        public ResultReply result(String token, ResultRequest request) {
            record(token, request);
            return new ResultReply(true);
        }

        private void record(String token, Object request) {
            if (!token.equals("t1")) {
                throw new UnauthorizedSandbox();
            }
            seen.add(token);
            seen.add(request);
        }
    }
}
