package dev.metis.function.api;

import static dev.metis.function.api.ApiHarness.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.Scope;
import dev.metis.item.ItemMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ApiTest {
    private final ApiHarness metis = new ApiHarness();
    private final String ana = metis.token("ana", Scope.ALL);

    @Test
    void healthNeedsNoToken() {
        JsonNode health = metis.get("/healthz").expect(200);
        assertEquals(ItemMapper.object().put("status", "ok").put("version", "1.2.3"), health);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/unheard", "/v1", "/v1/runs/x/y/z", "/v1//runs", "/V1/tokens", "/v1/tokens/", "/mcp"})
    void anUnknownPathIs404AsAProblem(String path) {
        ApiResponse response = metis.get(path).bearer(ana).send();
        assertEquals(404, response.status());
        assertEquals(Optional.of("application/problem+json"), response.headers().first("content-type"));
        assertEquals("not_found", ItemMapper.parse(text(response)).path("code").asString());
    }

    @Test
    void anotherMethodIs405AndSaysWhichThereAre() {
        ApiResponse response = metis.request("PUT", "/v1/session").bearer(ana).send();
        assertEquals(405, response.status());
        assertEquals(
                Optional.of("DELETE, GET, HEAD, OPTIONS, POST"),
                response.headers().first("allow"));
    }

    @Test
    void optionsSaysWhichMethodsThereAre() {
        ApiResponse response = metis.request("OPTIONS", "/v1/tokens").send();
        assertEquals(204, response.status());
        assertEquals(Optional.of("GET, HEAD, OPTIONS, POST"), response.headers().first("allow"));
    }

    @Test
    void headIsAsGet() {
        assertEquals(200, metis.request("HEAD", "/healthz").send().status());
        assertEquals(401, metis.request("HEAD", "/v1/session").send().status());
    }

    @Test
    void everyAnswerForbidsCachesFramesAndGuessing() {
        ApiResponse response = metis.get("/v1/session").bearer(ana).send();
        assertEquals(Optional.of("no-store"), response.headers().first("cache-control"));
        assertEquals(Optional.of("nosniff"), response.headers().first("x-content-type-options"));
        assertTrue(
                response.headers().first("content-security-policy").orElse("").contains("frame-ancestors 'none'"));
        assertTrue(response.headers().first("x-request-id").isPresent());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":\"x\",\"nmae\":1} | /nmae",
                "{\"name\":7} | /name",
                "{\"name\":\"\"} | /name",
                "{\"scopes\":[\"root\"]} | /scopes/0",
                "{\"scopes\":[]} | /scopes",
                "{\"expiresInSeconds\":0} | /expiresInSeconds",
                "{\"expiresInSeconds\":1e300} | /expiresInSeconds",
                "{\"expiresInSeconds\":\"60\"} | /expiresInSeconds",
                "[] | body",
                "null | body",
                "{\"name\":\"a\",\"name\":\"b\"} | body",
                "{\"name\":\"a\"}{} | body",
                "{\"name\": | body",
                "{\"name\":\"\\ud800\"} | /name",
            })
    void aBodyThatIsWrongIs400AndNamesTheField(String body, String field) {
        JsonNode problem = metis.post("/v1/tokens", body).bearer(ana).expect(400);
        assertEquals("invalid_request", problem.path("code").asString());
        assertEquals(field, problem.path("errors").path(0).path("field").asString(), problem.toString());
        assertFalse(problem.path("errors").path(0).path("message").asString().isEmpty());
    }

    @Test
    void aBodyThatIsNotUtf8IsRefused() {
        byte[] latin1 = "{\"name\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1);
        metis.request("POST", "/v1/tokens")
                .bytes(latin1)
                .header("content-type", "application/json")
                .bearer(ana)
                .expect(400);
    }

    @Test
    void aBodyThatIsTooLongIs413() {
        String body = "{\"name\":\"" + "x".repeat(BodyReader.MAX_BYTES) + "\"}";
        JsonNode problem = metis.post("/v1/tokens", body).bearer(ana).expect(413);
        assertEquals("payload_too_large", problem.path("code").asString());
    }

    @Test
    void aBodyOfAnotherTypeIs415() {
        JsonNode problem = metis.request("POST", "/v1/tokens")
                .bytes("name=x".getBytes(StandardCharsets.UTF_8))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .bearer(ana)
                .expect(415);
        assertEquals("unsupported_media_type", problem.path("code").asString());
    }

    @Test
    void aBodyIsNotReadBeforeTheCallerIsKnown() {
        ApiRequest request = new ApiRequest(
                "POST",
                "/v1/tokens",
                "",
                Headers.NONE,
                limit -> {
                    throw new AssertionError("the body was read");
                },
                "127.0.0.1");
        assertEquals(401, metis.api.handle(request).status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=201",
                "limit=-1",
                "limit=1.5",
                "limit=",
                "limit=99999999999999999999",
                "limit=%31%3",
                "limit=1&limit=2",
                "limit=%ff",
                "cursor=",
                "cursor=abc",
                "cursor=%00"
            })
    void aQueryThatIsWrongIs400AndNamesTheParameter(String query) {
        JsonNode problem = metis.get("/v1/tokens?" + query).bearer(ana).expect(400);
        assertEquals("invalid_request", problem.path("code").asString());
    }

    @Test
    void aCursorGoesOnAndFitsOnlyItsOwnList() {
        for (int i = 0; i < 3; i++) {
            metis.post("/v1/tokens", "{}").bearer(ana).expect(201);
        }
        String cursor = metis.get("/v1/tokens?limit=2")
                .bearer(ana)
                .expect(200)
                .path("nextCursor")
                .asString();
        JsonNode rest =
                metis.get("/v1/tokens?limit=2&cursor=" + cursor).bearer(ana).expect(200);
        assertEquals(2, rest.path("items").size());
        assertTrue(rest.path("nextCursor").isNull() || rest.path("nextCursor").isString());
        metis.get("/v1/tokens?cursor=" + cursor)
                .bearer(metis.token("ben", Scope.ALL))
                .expect(400);
    }

    @Test
    void unsafeCallsAreLimitedForEachPrincipal() {
        ApiSettings settings =
                new ApiSettings("1", "c", false, Set.of(), Set.of(), new ApiSettings.Limit(1, 3), ApiSettings.SIGN_INS);
        ApiHarness small = new ApiHarness(settings);
        String token = small.token("ana", Scope.ALL);
        String other = small.token("ben", Scope.ALL);
        for (int i = 0; i < 3; i++) {
            small.post("/v1/live/tickets", "{}").bearer(token).expect(201);
        }
        ApiResponse refused = small.post("/v1/live/tickets", "{}").bearer(token).send();
        assertEquals(429, refused.status());
        assertEquals(Optional.of("1"), refused.headers().first("retry-after"));
        assertEquals(Optional.of("3"), refused.headers().first("ratelimit-limit"));
        assertEquals(Optional.of("0"), refused.headers().first("ratelimit-remaining"));
        small.get("/v1/session").bearer(token).expect(200);
        small.post("/v1/live/tickets", "{}").bearer(other).expect(201);
        small.time.advance(Duration.ofSeconds(1));
        small.post("/v1/live/tickets", "{}").bearer(token).expect(201);
    }

    @Test
    void triesToSignInAreLimited() {
        for (int i = 0; i < ApiSettings.SIGN_INS.burst(); i++) {
            metis.post("/v1/session", "{\"token\":\"guess" + i + "\"}").expect(401);
        }
        metis.post("/v1/session", "{\"token\":\"guess\"}").expect(429);
    }

    @Test
    void warmingUpReadsEverythingAndChangesNothing() {
        metis.api.warm(ana);
        assertEquals(
                0,
                metis.get("/v1/conversations")
                        .bearer(ana)
                        .expect(200)
                        .path("items")
                        .size());
        assertEquals(
                1, metis.get("/v1/tokens").bearer(ana).expect(200).path("items").size());
    }

    @Test
    void aFaultSaysNothingOfItsInside() {
        ApiHarness broken = new ApiHarness();
        String token = broken.token("ana", Scope.ALL);
        ApiRequest request = new ApiRequest(
                "POST",
                "/v1/tokens",
                "",
                new Headers(java.util.Map.of(
                        "authorization", java.util.List.of("Bearer " + token),
                        "content-type", java.util.List.of("application/json"))),
                limit -> {
                    throw new IllegalStateException("secret inside");
                },
                "127.0.0.1");
        ApiResponse response = broken.api.handle(request);
        assertEquals(500, response.status());
        assertFalse(text(response).contains("secret inside"), text(response));
    }
}
