package dev.metis.function.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.Scope;
import dev.metis.item.ItemMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class SessionRoutesTest {
    private static final String COOKIE = "metis_session_" + ApiHarness.PORT;

    private final ApiHarness metis = new ApiHarness();

    private record SignedIn(String cookie, String csrf, JsonNode session) {}

    private SignedIn signIn() {
        String link = metis.access.sessions().link(metis.person("ana"));
        ApiResponse response =
                metis.post("/v1/session", "{\"token\":\"" + link + "\"}").send();
        assertEquals(200, response.status());
        String cookie = response.headers().first("set-cookie").orElseThrow();
        assertTrue(cookie.startsWith(COOKIE + "="), cookie);
        assertTrue(cookie.endsWith("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"), cookie);
        JsonNode session = ItemMapper.parse(ApiHarness.text(response));
        return new SignedIn(
                cookie.substring(0, cookie.indexOf(';')), session.path("csrf").asString(), session);
    }

    @Test
    void aLinkIsTradedForASessionOnce() {
        String link = metis.access.sessions().link(metis.person("ana"));
        metis.post("/v1/session", "{\"token\":\"" + link + "\"}").expect(200);
        metis.post("/v1/session", "{\"token\":\"" + link + "\"}").expect(401);
    }

    @Test
    void aSessionSaysWhoOneIs() {
        SignedIn in = signIn();
        JsonNode session =
                metis.get("/v1/session").header("cookie", in.cookie()).expect(200);
        assertEquals(in.session(), session);
        assertEquals("ana", session.path("user").path("name").asString());
        assertEquals(
                metis.person("ana").tenant().value(), session.path("tenantId").asString());
        assertEquals("owner", session.path("role").asString());
        assertEquals(
                Scope.words(),
                session.path("scopes").values().stream().map(JsonNode::asString).toList());
    }

    @Test
    void anUnsafeCallWithTheCookieNeedsTheCsrfValue() {
        SignedIn in = signIn();
        ApiHarness.Draft call = metis.post("/v1/live/tickets", "{}").header("cookie", in.cookie());
        assertEquals("csrf", call.expect(403).path("code").asString());
        assertEquals(
                "csrf",
                call.header("X-Metis-CSRF", "x").expect(403).path("code").asString());
        call.header("X-Metis-CSRF", in.csrf()).expect(201);
    }

    @Test
    void theCookieOfAnotherServerIsNone() {
        SignedIn in = signIn();
        metis.get("/v1/session")
                .header("cookie", in.cookie().replace("_4711", "_4712"))
                .expect(401);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:4711, http://127.0.0.1:4711, 200",
        "localhost:4711, http://localhost:4711, 200",
        "[::1]:4711, http://[::1]:4711, 200",
        "localhost:4711, , 200",
        "localhost:4711, http://127.0.0.1:4711, 403",
        "localhost:4711, http://localhost:3000, 403",
        "localhost:4711, https://evil.example, 403",
        "localhost:4711, null, 403",
        "evil.example, , 403",
        "evil.example:4711, http://evil.example:4711, 403",
        "localhost.evil.example:4711, , 403",
        "127.0.0.1.nip.io, , 403",
        "evil.example@127.0.0.1, , 403",
        "127.0.0.1:4711/evil, , 403",
    })
    void aForeignPageOrAReboundNameIs403(String host, String origin, int status) {
        SignedIn in = signIn();
        ApiHarness.Draft call =
                metis.get("/v1/session").header("cookie", in.cookie()).header("Host", host);
        (origin == null ? call : call.header("Origin", origin)).expect(status);
    }

    @Test
    void aForeignPageCannotSignAnybodyIn() {
        String link = metis.access.sessions().link(metis.person("ana"));
        ApiHarness.Draft call = metis.post("/v1/session", "{\"token\":\"" + link + "\"}");
        call.header("origin", "https://evil.example").expect(403);
        call.expect(200);
    }

    @Test
    void signingOutEndsTheSessionAndForgetsTheCookie() {
        SignedIn in = signIn();
        ApiResponse response = metis.request("DELETE", "/v1/session")
                .header("cookie", in.cookie())
                .header("x-metis-csrf", in.csrf())
                .send();
        assertEquals(204, response.status());
        assertTrue(response.headers().first("set-cookie").orElse("").startsWith(COOKIE + "=; Path=/; Max-Age=0"));
        metis.get("/v1/session").header("cookie", in.cookie()).expect(401);
    }

    @Test
    void noHeaderNamesAUser() {
        String token = metis.token("ana", Scope.ALL);
        JsonNode session = metis.get("/v1/session")
                .bearer(token)
                .header("X-User", "ben")
                .header("X-Forwarded-User", "ben")
                .header("Metis-Tenant", metis.person("ben").tenant().value())
                .expect(200);
        assertEquals("ana", session.path("user").path("name").asString());
        assertTrue(session.path("csrf").isNull());
    }

    @Test
    void aNewTokenIsShownOnceAndRevokedForGood() {
        String admin = metis.token("ana", Scope.ALL);
        JsonNode made =
                metis.post("/v1/tokens", "{\"name\":\"ci\"}").bearer(admin).expect(201);
        String secret = made.path("token").asString();
        assertEquals(
                "runs:read,runs:write",
                String.join(
                        ",",
                        made.path("scopes").values().stream()
                                .map(JsonNode::asString)
                                .toList()));
        metis.get("/v1/session").bearer(secret).expect(200);
        JsonNode list = metis.get("/v1/tokens").bearer(admin).expect(200);
        assertFalse(list.toString().contains(secret));
        metis.request("DELETE", "/v1/tokens/" + made.path("id").asString())
                .bearer(admin)
                .expect(204);
        metis.get("/v1/session").bearer(secret).expect(401);
        metis.request("DELETE", "/v1/tokens/" + made.path("id").asString())
                .bearer(admin)
                .expect(404);
    }

    @Test
    void aTokenMadeByApiCannotMakeMoreOfItself() {
        String admin = metis.token("ana", Scope.ALL);
        String plain = metis.post("/v1/tokens", "{}")
                .bearer(admin)
                .expect(201)
                .path("token")
                .asString();
        metis.post("/v1/tokens", "{\"scopes\":[\"approvals:decide\"]}")
                .bearer(plain)
                .expect(403);
        metis.get("/v1/tokens").bearer(plain).expect(403);
    }
}
