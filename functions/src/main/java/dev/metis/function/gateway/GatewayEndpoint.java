package dev.metis.function.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The protocol over HTTP, whatever carries it: checks method, path, bearer token and body, calls the gateway and answers. A JSON body
 * may have {@link #MAX_JSON_BYTES}; the bytes of a blob are streamed. Unknown fields, repeated keys and wrong types are refused.
 */
public final class GatewayEndpoint {
    public static final int MAX_JSON_BYTES = 1 << 20;
    public static final String BLOBS = "/gateway/v1/blobs/";

    private static final String BEARER = "Bearer ";
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(32).build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final SandboxGateway gateway;

    public GatewayEndpoint(SandboxGateway gateway) {
        this.gateway = gateway;
    }

    /** What came in; the body is read once, and not past its limit. */
    public record Request(
            String method, String path, @Nullable String authorization, InputStream body) {}

    /** What goes out: a status and a JSON body (empty with 204). */
    public record Answer(int status, String json) {}

    /** Answers every request; what fails inside the gateway other than by the protocol's own refusals is thrown on. */
    public Answer handle(Request request) throws IOException {
        try {
            return dispatch(request, token(request.authorization()));
        } catch (UnauthorizedSandbox e) {
            return problem(401, "unauthorized");
        } catch (RejectedRequest e) {
            return problem(e.status(), String.valueOf(e.getMessage()));
        }
    }

    private Answer dispatch(Request request, String token) throws IOException {
        if (request.method().equals("PUT") && request.path().startsWith(BLOBS)) {
            String sha256 = request.path().substring(BLOBS.length());
            Checks.sha256(sha256, "path");
            gateway.putBlob(token, sha256, request.body());
            return new Answer(204, "");
        }
        if (!request.method().equals("POST")) {
            throw new RejectedRequest(405, "method not allowed");
        }
        return switch (request.path()) {
            case "/gateway/v1/next" -> json(gateway.next(token, read(request.body(), NextRequest.class)));
            case "/gateway/v1/output" -> {
                gateway.output(token, read(request.body(), OutputRequest.class));
                yield json(Map.of());
            }
            case "/gateway/v1/blobs/missing" ->
                json(gateway.missing(token, read(request.body(), MissingRequest.class)));
            case "/gateway/v1/result" -> json(gateway.result(token, read(request.body(), ResultRequest.class)));
            default -> throw new RejectedRequest(404, "no such path");
        };
    }

    private static String token(@Nullable String authorization) {
        if (authorization == null || !authorization.startsWith(BEARER) || authorization.length() > 512) {
            throw new UnauthorizedSandbox();
        }
        return authorization.substring(BEARER.length());
    }

    private static <T> T read(InputStream body, Class<T> type) throws IOException {
        byte[] bytes = body.readNBytes(MAX_JSON_BYTES + 1);
        if (bytes.length > MAX_JSON_BYTES) {
            throw new RejectedRequest(413, "the body has more than " + MAX_JSON_BYTES + " bytes");
        }
        try {
            T value = MAPPER.readValue(bytes, type);
            return Checks.present(value, "body");
        } catch (JacksonException e) {
            if (e.getCause() instanceof RejectedRequest rejected) {
                throw rejected;
            }
            throw new RejectedRequest(400, "the body does not fit " + type.getSimpleName() + place(e));
        }
    }

    private static String place(JacksonException e) {
        String reference = e.getPathReference();
        return reference == null || reference.isEmpty() ? "" : " at " + reference;
    }

    private static Answer json(Object value) {
        return new Answer(200, MAPPER.writeValueAsString(value));
    }

    private static Answer problem(int status, String detail) {
        return new Answer(status, MAPPER.writeValueAsString(Map.of("status", status, "detail", detail)));
    }
}
