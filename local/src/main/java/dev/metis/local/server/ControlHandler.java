package dev.metis.local.server;

import dev.metis.access.ApiToken;
import dev.metis.access.ApiTokens;
import dev.metis.access.Principal;
import dev.metis.access.Scope;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.function.api.AccessServices;
import dev.metis.function.api.ApiRequest;
import dev.metis.function.api.ApiResponse;
import dev.metis.function.api.OriginGuard;
import dev.metis.function.api.Problem;
import dev.metis.item.ItemMapper;
import dev.metis.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What only the owner of the machine may do: make sign-in links for the local principal, and tokens for anybody. The
 * right to it is a secret of this process that the control file holds; without it there is nothing here.
 */
public final class ControlHandler {
    public static final String LINKS = "/control/links";
    public static final String TOKENS = "/control/tokens";

    private static final int BODY_BYTES = 16 * 1024;

    private final byte[] secret;
    private final Principal owner;
    private final AccessServices access;
    private final OriginGuard guard;

    public ControlHandler(String secret, Principal owner, AccessServices access, OriginGuard guard) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
        this.owner = owner;
        this.access = access;
        this.guard = guard;
    }

    static boolean isControl(String path) {
        return path.equals(LINKS) || path.equals(TOKENS);
    }

    ApiResponse handle(ApiRequest request) throws IOException {
        if (!request.method().equals("POST") || !guard.admits(request.headers()) || !knowsSecret(request)) {
            return noStore(Problem.notFound().toResponse("/"));
        }
        try {
            JsonNode body = body(request);
            return noStore(request.path().equals(LINKS) ? link() : token(body));
        } catch (PermanentException | IllegalArgumentException e) {
            String detail = e.getMessage();
            return noStore(Problem.of(400, ErrorCode.INVALID_REQUEST, detail == null ? "" : detail)
                    .toResponse("/"));
        }
    }

    private boolean knowsSecret(ApiRequest request) {
        String shown = request.headers().first("authorization").orElse("");
        byte[] expected = ("Bearer " + new String(secret, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, shown.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode body(ApiRequest request) throws IOException {
        byte[] bytes =
                request.body().read(BODY_BYTES).orElseThrow(() -> new IllegalArgumentException("the body is too long"));
        return StrictJson.parse(new String(bytes, StandardCharsets.UTF_8));
    }

    private ApiResponse link() {
        return ApiResponse.json(
                201, ItemMapper.object().put("token", access.sessions().link(owner)));
    }

    private ApiResponse token(JsonNode body) {
        Principal principal = access.principals().ensure(body.path("user").asString(""));
        ApiToken.Issued issued =
                access.tokens().issue(principal, null, scopes(body.path("scopes")), ApiTokens.LONGEST_LIFETIME);
        return ApiResponse.json(201, ItemMapper.object().put("token", issued.secret()));
    }

    private static Set<Scope> scopes(JsonNode words) {
        if (!words.isArray()) {
            return Scope.ALL;
        }
        EnumSet<Scope> scopes = EnumSet.noneOf(Scope.class);
        for (JsonNode word : words.values()) {
            scopes.add(Scope.ofWire(word.asString(""))
                    .orElseThrow(() ->
                            new IllegalArgumentException("a scope is one of " + String.join(", ", Scope.words()))));
        }
        return scopes;
    }

    private static ApiResponse noStore(ApiResponse response) {
        return response.withHeader("cache-control", "no-store").withHeader("x-content-type-options", "nosniff");
    }
}
