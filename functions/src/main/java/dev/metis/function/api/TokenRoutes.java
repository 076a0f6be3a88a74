package dev.metis.function.api;

import dev.metis.access.ApiToken;
import dev.metis.access.ApiTokens;
import dev.metis.access.Caller;
import dev.metis.access.Scope;
import dev.metis.access.TokenId;
import dev.metis.error.ErrorCode;
import dev.metis.item.ItemMapper;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The caller's API tokens. */
final class TokenRoutes {
    private static final int NAME_CHARS = 100;

    private final ApiTokens tokens;

    TokenRoutes(ApiTokens tokens) {
        this.tokens = tokens;
    }

    List<Route> routes() {
        ObjectNode body = Schemas.object()
                .put("name?", Schemas.text(1, NAME_CHARS))
                .put(
                        "scopes?",
                        Schemas.array(
                                        Schemas.oneOf(Scope.words()),
                                        Scope.words().size())
                                .put("minItems", 1))
                .put("expiresInSeconds?", Schemas.integer(1, ApiTokens.LONGEST_LIFETIME.toSeconds()))
                .schema();
        return List.of(
                Route.post(
                                "/v1/tokens",
                                "createToken",
                                "Makes an API token; the answer is the only place that shows it")
                        .needs(Scope.ADMIN)
                        .optionalBody(body)
                        .answers(Route.Answer.json(201, "NewToken"), this::create),
                Route.get("/v1/tokens", "listTokens", "The caller's tokens, the newest first")
                        .needs(Scope.ADMIN)
                        .query(QueryParam.LIMIT, QueryParam.CURSOR)
                        .answers(Route.Answer.list("Token"), this::list),
                Route.delete("/v1/tokens/{id}", "revokeToken", "Makes a token void at once")
                        .needs(Scope.ADMIN)
                        .answers(Route.Answer.empty(), this::revoke));
    }

    private ApiResponse create(Call call) {
        Duration lifetime = call.json("expiresInSeconds")
                .map(seconds -> Duration.ofSeconds(seconds.asLong()))
                .orElse(ApiTokens.DEFAULT_LIFETIME);
        Set<Scope> scopes = call.json("scopes").map(TokenRoutes::scopes).orElse(Scope.RUNS);
        return switch (tokens.issue(call.caller(), call.member("name").orElse(null), scopes, lifetime)) {
            case ApiTokens.Result.Made(ApiToken.Issued issued) -> {
                ObjectNode json = ItemMapper.object();
                json.put("id", issued.token().id().value());
                json.put("token", issued.secret());
                json.setAll(describe(issued.token()));
                yield ApiResponse.json(201, json);
            }
            case ApiTokens.Result.BeyondMaker(Set<Scope> beyond) ->
                throw Problem.of(403, ErrorCode.FORBIDDEN, "a token can have only scopes that its maker has")
                        .with("scopes", words(beyond))
                        .raise();
        };
    }

    private ApiResponse list(Call call) {
        Caller caller = call.caller();
        Cursors cursors = Cursors.of(call, "tokens", caller.principal().value());
        ApiTokens.Listing page = tokens.list(caller.tenant(), caller.principal(), call.limit(), cursors.read(call));
        ObjectNode json = ItemMapper.object();
        ArrayNode items = json.putArray("items");
        page.tokens().forEach(token -> items.add(describe(token)));
        json.set("nextCursor", cursors.write(page.next()));
        return ApiResponse.json(200, json);
    }

    private ApiResponse revoke(Call call) {
        Caller caller = call.caller();
        if (!tokens.revoke(caller.tenant(), caller.principal(), call.id(TokenId::new))) {
            throw Problem.notFound().raise();
        }
        return ApiResponse.noContent();
    }

    private static ObjectNode describe(ApiToken token) {
        ObjectNode json = ItemMapper.object();
        json.put("id", token.id().value());
        json.put("name", token.name());
        ArrayNode scopes = json.putArray("scopes");
        token.scopes().forEach(scopes::add);
        json.put("createdAt", ItemMapper.timestamp(token.createdAt()));
        json.put("expiresAt", ItemMapper.timestamp(token.expiresAt()));
        return json;
    }

    private static Set<Scope> scopes(JsonNode words) {
        EnumSet<Scope> scopes = EnumSet.noneOf(Scope.class);
        words.values().forEach(word -> Scope.ofWire(word.asString()).ifPresent(scopes::add));
        return scopes;
    }

    private static JsonNode words(Set<Scope> scopes) {
        return ItemMapper.toTree(scopes.stream().sorted().map(Scope::wire).toList());
    }
}
