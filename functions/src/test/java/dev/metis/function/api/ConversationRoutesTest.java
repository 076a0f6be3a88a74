package dev.metis.function.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ConversationRoutesTest {
    private final ApiHarness metis = new ApiHarness();
    private final String ana = metis.token("ana", Scope.ALL);
    private final String ben = metis.token("ben", Scope.ALL);

    @Test
    void aConversationBeginsWithTheStandards() {
        JsonNode made = metis.post("/v1/conversations", "{}").bearer(ana).expect(201);
        assertEquals("developer", made.path("profile").asString());
        assertEquals("approval-required", made.path("mode").asString());
        assertEquals("script", made.path("provider").asString());
        assertEquals("demo", made.path("model").asString());
        assertTrue(made.path("title").isNull()
                && made.path("activeRunId").isNull()
                && made.path("projectId").isNull());
        assertEquals(
                made,
                metis.get("/v1/conversations/" + made.path("id").asString())
                        .bearer(ana)
                        .expect(200));
    }

    @Test
    void aConversationWithAScriptPlaysIt() {
        JsonNode made = metis.post("/v1/conversations", "{\"script\":{\"turns\":[{\"text\":\"hi\"}]}}")
                .bearer(ana)
                .expect(201);
        assertEquals("scripted", made.path("model").asString());
        assertFalse(made.has("script"), "a script is for the provider, not for lists");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"mode\":\"yolo\"} | /mode",
                "{\"profile\":\"nobody\"} | /profile",
                "{\"provider\":\"none\"} | /provider",
                "{\"provider\":\"script\",\"model\":\"none\"} | /model",
                "{\"model\":\"none\"} | /model",
                "{\"projectId\":\"p\"} | /projectId",
                "{\"title\":\"\"} | /title",
                "{\"script\":{\"turns\":[]}} | /script",
                "{\"script\":{\"turns\":[{\"txt\":\"x\"}]}} | /script",
                "{\"incognito\":\"yes\"} | /incognito",
            })
    void whatCannotBeIsRefusedByName(String body, String field) {
        JsonNode problem = metis.post("/v1/conversations", body).bearer(ana).expect(400);
        String named = problem.path("errors").path(0).path("field").asString("")
                + problem.path("detail").asString();
        assertTrue(named.contains(field) || named.contains(field.substring(1)), problem.toString());
    }

    @Test
    void modeFullNeedsItsScope() {
        String small = metis.token("ana", EnumSet.complementOf(EnumSet.of(Scope.MODE_FULL)));
        metis.post("/v1/conversations", "{\"mode\":\"full\"}").bearer(small).expect(403);
        String id = metis.conversation(ana, "{\"mode\":\"full\"}");
        metis.post("/v1/conversations/" + id + "/messages", "{\"text\":\"go\"}")
                .bearer(small)
                .expect(403);
        metis.message(ana, id, "{\"text\":\"go\"}");
        String mine = metis.conversation(small, "{}");
        metis.request("PATCH", "/v1/conversations/" + mine)
                .json("{\"mode\":\"full\"}")
                .bearer(small)
                .expect(403);
        metis.post("/v1/runs", "{\"input\":\"go\",\"mode\":\"full\"}")
                .bearer(small)
                .expect(403);
        metis.request("PATCH", "/v1/conversations/" + id)
                .json("{\"title\":\"x\"}")
                .bearer(small)
                .expect(200);
    }

    @Test
    void theListIsLastTouchedFirstByPages() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            metis.time.advance(Duration.ofSeconds(1));
            made.add(metis.conversation(ana, "{\"title\":\"number " + i + "\"}"));
        }
        metis.time.advance(Duration.ofSeconds(1));
        metis.message(ana, made.get(2), "{\"text\":\"again\"}");
        List<String> expected = new ArrayList<>(made.reversed());
        expected.remove(made.get(2));
        expected.addFirst(made.get(2));
        assertEquals(expected, all("/v1/conversations?limit=3", ana));
        assertEquals(List.of(), all("/v1/conversations?limit=3", ben));
    }

    @Test
    void aSearchFindsTitlesWithoutCase() {
        metis.conversation(ana, "{\"title\":\"Groceries\"}");
        String cake = metis.conversation(ana, "{\"title\":\"A CAKE\"}");
        assertEquals(List.of(cake), all("/v1/conversations?q=cake", ana));
        assertEquals(List.of(), all("/v1/conversations?q=tax", ana));
    }

    @Test
    void anIncognitoConversationIsInNoList() {
        String hidden = metis.conversation(ana, "{\"incognito\":true,\"title\":\"secret\"}");
        JsonNode sent = metis.message(ana, hidden, "{\"text\":\"psst\"}");
        assertEquals(List.of(), all("/v1/conversations?limit=9", ana));
        assertEquals(List.of(), all("/v1/conversations?q=secret", ana));
        assertEquals(List.of(), all("/v1/runs?limit=9", ana));
        assertEquals(List.of(sent.path("runId").asString()), all("/v1/runs?conversationId=" + hidden, ana));
        metis.get("/v1/conversations/" + hidden).bearer(ana).expect(200);
    }

    @Test
    void changesStandAndTheTitleCanBeTakenAway() {
        String id = metis.conversation(ana, "{\"title\":\"one\"}");
        JsonNode changed = metis.request("PATCH", "/v1/conversations/" + id)
                .json("{\"mode\":\"auto-edit\",\"title\":null}")
                .bearer(ana)
                .expect(200);
        assertEquals("auto-edit", changed.path("mode").asString());
        assertTrue(changed.path("title").isNull());
        assertEquals(2, changed.path("version").asLong());
        metis.request("PATCH", "/v1/conversations/" + id)
                .json("{\"model\":\"none\"}")
                .bearer(ana)
                .expect(400);
    }

    @Test
    void aConversationIsDeletedWithAllThatIsInIt() {
        String id = metis.conversation(ana, "{}");
        String run = metis.message(ana, id, "{\"text\":\"go\"}").path("runId").asString();
        JsonNode refused =
                metis.request("DELETE", "/v1/conversations/" + id).bearer(ana).expect(409);
        assertEquals("run_active", refused.path("code").asString());
        assertEquals(run, refused.path("runId").asString());
        String empty = metis.conversation(ana, "{}");
        metis.request("DELETE", "/v1/conversations/" + empty).bearer(ana).expect(204);
        metis.get("/v1/conversations/" + empty).bearer(ana).expect(404);
        metis.get("/v1/conversations/" + empty + "/messages").bearer(ana).expect(404);
        metis.request("DELETE", "/v1/conversations/" + empty).bearer(ana).expect(404);
        assertEquals(List.of(id), all("/v1/conversations?limit=9", ana));
    }

    @Test
    void messagesComeOldestFirstByPages() {
        String id = metis.conversation(ana, "{}");
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sent.add(metis.message(ana, id, "{\"text\":\"message " + i + "\"}")
                    .path("messageId")
                    .asString());
        }
        assertEquals(sent, all("/v1/conversations/" + id + "/messages?limit=2", ana));
        JsonNode first = metis.get("/v1/conversations/" + id + "/messages")
                .bearer(ana)
                .expect(200)
                .path("items")
                .get(0);
        assertEquals("user", first.path("role").asString());
        assertEquals("message 0", first.path("parts").path(0).path("text").asString());
    }

    @Test
    void ten1_anothersConversationIsAnsweredWithTheBytesOfNone() {
        String id = metis.conversation(ana, "{}");
        String unknown = "conv_01ARZ3NDEKTSV4RRFFQ69G5FAV";
        assertSame("GET", "/v1/conversations/%s", "", id, unknown);
        assertSame("DELETE", "/v1/conversations/%s", "", id, unknown);
        assertSame("PATCH", "/v1/conversations/%s", "{\"title\":\"x\"}", id, unknown);
        assertSame("GET", "/v1/conversations/%s/messages", "", id, unknown);
        assertSame("POST", "/v1/conversations/%s/messages", "{\"text\":\"x\"}", id, unknown);
        metis.post("/v1/runs", "{\"input\":\"x\",\"conversationId\":\"" + id + "\"}")
                .bearer(ben)
                .expect(404);
        metis.get("/v1/conversations/" + id).bearer(ana).expect(200);
    }

    private void assertSame(String method, String path, String body, String theirs, String unknown) {
        ApiHarness.Draft one = metis.request(method, path.formatted(theirs)).bearer(ben);
        ApiHarness.Draft other = metis.request(method, path.formatted(unknown)).bearer(ben);
        ApiResponse first = (body.isEmpty() ? one : one.json(body)).send();
        ApiResponse second = (body.isEmpty() ? other : other.json(body)).send();
        assertEquals(404, first.status());
        assertEquals(ApiHarness.text(second), ApiHarness.text(first));
        assertEquals(second.status(), first.status());
    }

    private List<String> all(String target, String token) {
        List<String> ids = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = metis.get(target + (cursor.isEmpty() ? "" : "&cursor=" + cursor))
                    .bearer(token)
                    .expect(200);
            page.path("items").values().forEach(item -> ids.add(item.path("id").asString()));
            cursor = page.path("nextCursor").asString("");
        } while (!cursor.isEmpty());
        return ids;
    }
}
