package dev.metis.function.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RunRoutesTest {
    private final ApiHarness metis = new ApiHarness();
    private final String ana = metis.token("ana", Scope.ALL);
    private final String ben = metis.token("ben", Scope.ALL);

    @Test
    void aRunByApiGetsAConversationOfItsOwn() {
        JsonNode run = metis.post("/v1/runs", "{\"input\":\"go\",\"metadata\":{\"k\":1}}")
                .bearer(ana)
                .expect(202);
        assertEquals("queued", run.path("status").asString());
        assertEquals("api", run.path("trigger").asString());
        assertEquals(1, run.path("metadata").path("k").asInt());
        assertEquals(List.of(run.path("id").asString() + "-1-1"), metis.runtime.started());
        JsonNode conversation = metis.get(
                        "/v1/conversations/" + run.path("conversationId").asString())
                .bearer(ana)
                .expect(200);
        assertEquals(run.path("id").asString(), conversation.path("activeRunId").asString());
        assertEquals("go", conversation.path("title").asString());
        assertEquals(
                run,
                metis.get("/v1/runs/" + run.path("id").asString()).bearer(ana).expect(200));
    }

    @Test
    void ide3_theSameKeyTenTimesAtOnceIsOneRun() throws Exception {
        Set<String> runs = new HashSet<>(atOnce(
                10,
                () -> metis.post("/v1/runs", "{\"input\":\"go\"}")
                        .bearer(ana)
                        .header("Idempotency-Key", "k1")
                        .expect(202)
                        .path("id")
                        .asString()));
        assertEquals(1, runs.size());
        assertEquals(
                1,
                metis.get("/v1/conversations")
                        .bearer(ana)
                        .expect(200)
                        .path("items")
                        .size());
        assertEquals(1, metis.runtime.started().size());
        JsonNode problem = metis.post("/v1/runs", "{\"input\":\"other\"}")
                .bearer(ana)
                .header("Idempotency-Key", "k1")
                .expect(422);
        assertEquals("idempotency_key_reused", problem.path("code").asString());
        metis.post("/v1/runs", "{\"input\":\"other\"}")
                .bearer(ben)
                .header("Idempotency-Key", "k1")
                .expect(202);
    }

    @Test
    void theSameMessageAgainGetsTheSameAnswer() {
        String conversation = metis.conversation(ana, "{}");
        ApiHarness.Draft send = metis.post(
                        "/v1/conversations/" + conversation + "/messages", "{\"text\":\"a\",\"onBusy\":\"queue\"}")
                .bearer(ana)
                .header("Idempotency-Key", "k");
        JsonNode first = send.expect(202);
        assertEquals("queued", first.path("status").asString());
        assertEquals(0, first.path("position").asInt());
        assertEquals(first, send.expect(202));
        assertEquals(
                first, send.json("{ \"onBusy\":\"queue\", \"text\":\"a\" }").expect(202));
        send.json("{\"text\":\"b\"}").expect(422);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "with space", "ümlaut", "\u0001"})
    void aKeyThatIsNoKeyIsRefused(String key) {
        metis.post("/v1/runs", "{\"input\":\"go\"}")
                .bearer(ana)
                .header("Idempotency-Key", key)
                .expect(400);
        metis.post("/v1/runs", "{\"input\":\"go\"}")
                .bearer(ana)
                .header("Idempotency-Key", "x".repeat(256))
                .expect(400);
    }

    @Test
    void ofTwentyAtOnceWithRejectOneIsAccepted() throws Exception {
        String conversation = metis.conversation(ana, "{}");
        List<Integer> statuses = atOnce(
                20,
                () -> metis.post(
                                "/v1/conversations/" + conversation + "/messages",
                                "{\"text\":\"a\",\"onBusy\":\"reject\"}")
                        .bearer(ana)
                        .send()
                        .status());
        assertEquals(1, statuses.stream().filter(status -> status == 202).count());
        assertEquals(19, statuses.stream().filter(status -> status == 409).count());
    }

    @Test
    void aBusyConversationNamesItsRunOrQueues() {
        String conversation = metis.conversation(ana, "{}");
        String run = metis.message(ana, conversation, "{\"text\":\"a\"}")
                .path("runId")
                .asString();
        JsonNode busy = metis.post(
                        "/v1/conversations/" + conversation + "/messages", "{\"text\":\"b\",\"onBusy\":\"reject\"}")
                .bearer(ana)
                .expect(409);
        assertEquals("run_active", busy.path("code").asString());
        assertEquals(run, busy.path("runId").asString());
        assertEquals(
                1,
                metis.message(ana, conversation, "{\"text\":\"c\"}")
                        .path("position")
                        .asInt());
        assertEquals(
                2,
                metis.message(ana, conversation, "{\"text\":\"d\"}")
                        .path("position")
                        .asInt());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"text\":\"a\",\"onBusy\":\"steer\"} | /onBusy",
                "{\"text\":\"a\",\"attachments\":[{\"uploadId\":\"u\"}]} | /attachments",
                "{\"text\":\"   \"} | /text",
                "{\"text\":\"\"} | /text",
                "{} | text",
            })
    void whatIsNotThereYetIsRefusedByName(String body, String field) {
        String conversation = metis.conversation(ana, "{}");
        JsonNode problem = metis.post("/v1/conversations/" + conversation + "/messages", body)
                .bearer(ana)
                .expect(400);
        assertTrue(problem.path("errors").toString().contains(field), problem.toString());
    }

    @Test
    void runsAreListedNewestFirstAndFiltered() {
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            runs.addFirst(metis.post("/v1/runs", "{\"input\":\"go " + i + "\"}")
                    .bearer(ana)
                    .expect(202)
                    .path("id")
                    .asString());
        }
        assertEquals(runs, ids(metis.get("/v1/runs").bearer(ana).expect(200)));
        JsonNode page = metis.get("/v1/runs?limit=2").bearer(ana).expect(200);
        assertEquals(runs.subList(0, 2), ids(page));
        String cursor = page.path("nextCursor").asString();
        assertEquals(
                runs.subList(2, 4),
                ids(metis.get("/v1/runs?limit=2&cursor=" + cursor).bearer(ana).expect(200)));
        metis.get("/v1/runs?status=queued&cursor=" + cursor).bearer(ana).expect(400);
        metis.get("/v1/runs?status=asleep").bearer(ana).expect(400);
        assertEquals(
                List.of(),
                ids(metis.get("/v1/runs?status=completed").bearer(ana).expect(200)));
        assertEquals(runs, ids(metis.get("/v1/runs?status=queued").bearer(ana).expect(200)));
        assertEquals(List.of(), ids(metis.get("/v1/runs").bearer(ben).expect(200)));
    }

    @Test
    void aQueuedRunIsCancelledAtOnceAndAgainIsNoFault() {
        String conversation = metis.conversation(ana, "{}");
        metis.message(ana, conversation, "{\"text\":\"a\"}");
        String waiting = metis.message(ana, conversation, "{\"text\":\"b\"}")
                .path("runId")
                .asString();
        JsonNode cancelled = metis.post("/v1/runs/" + waiting + "/cancel", "{\"reason\":\"no\"}")
                .bearer(ana)
                .expect(202);
        assertEquals("cancelled", cancelled.path("status").asString());
        metis.request("POST", "/v1/runs/" + waiting + "/cancel").bearer(ana).expect(202);
        metis.post("/v1/runs/" + waiting + "/cancel", "{\"reason\":7}")
                .bearer(ana)
                .expect(400);
    }

    @Test
    void ten1_anothersRunIsAnsweredWithTheBytesOfNone() {
        String run = metis.post("/v1/runs", "{\"input\":\"go\"}")
                .bearer(ana)
                .expect(202)
                .path("id")
                .asString();
        for (String path : List.of("", "/trace", "/events")) {
            assertEquals(
                    ApiHarness.text(metis.get("/v1/runs/run_01ARZ3NDEKTSV4RRFFQ69G5FAV" + path)
                            .bearer(ben)
                            .send()),
                    ApiHarness.text(
                            metis.get("/v1/runs/" + run + path).bearer(ben).send()));
            metis.get("/v1/runs/" + run + path).bearer(ben).expect(404);
        }
        metis.request("POST", "/v1/runs/" + run + "/cancel").bearer(ben).expect(404);
        assertEquals(
                "queued",
                metis.get("/v1/runs/" + run)
                        .bearer(ana)
                        .expect(200)
                        .path("status")
                        .asString());
    }

    @Test
    void theTraceHoldsTheRunAndItsEvents() {
        String run = metis.post("/v1/runs", "{\"input\":\"go\"}")
                .bearer(ana)
                .expect(202)
                .path("id")
                .asString();
        JsonNode trace = metis.get("/v1/runs/" + run + "/trace").bearer(ana).expect(200);
        assertEquals(run, trace.path("run").path("spec").path("id").asString());
        assertEquals(
                List.of("run.queued", "run.ready"),
                trace.path("events").values().stream()
                        .map(e -> e.path("type").asString())
                        .toList());
        assertTrue(trace.path("turns").isArray() && trace.path("receipts").isArray());
    }

    @Test
    void theCatalogueShowsWhatARunWouldSee() {
        JsonNode providers = metis.get("/v1/providers").bearer(ana).expect(200);
        assertEquals("script", providers.path("items").path(0).path("id").asString());
        JsonNode models = metis.get("/v1/models").bearer(ana).expect(200);
        assertTrue(models.path("items").path(0).path("default").asBoolean());
        assertEquals(
                "declared",
                models.path("items")
                        .path(0)
                        .path("capabilities")
                        .path("tools")
                        .path("status")
                        .asString());
        assertEquals(
                "developer",
                metis.get("/v1/profiles")
                        .bearer(ana)
                        .expect(200)
                        .path("items")
                        .path(0)
                        .path("id")
                        .asString());
        assertEquals("ask", decision("shell.exec", ""));
        assertEquals("ask", decision("shell.exec", "?mode=auto-edit"));
        assertEquals("allow", decision("fs.edit", "?mode=auto-edit"));
        assertEquals("allow", decision("shell.exec", "?mode=full"));
        assertEquals("", decision("shell.exec", "?mode=read-only"));
        metis.get("/v1/tools?mode=none").bearer(ana).expect(400);
    }

    private String decision(String tool, String query) {
        return metis.get("/v1/tools" + query).bearer(ana).expect(200).path("items").values().stream()
                .filter(item -> item.path("name").asString().equals(tool))
                .map(item -> item.path("decision").asString())
                .findFirst()
                .orElse("");
    }

    private static List<String> ids(JsonNode page) {
        return page.path("items").values().stream()
                .map(item -> item.path("id").asString())
                .toList();
    }

    private static <T> List<T> atOnce(int many, Callable<T> action) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : threads.invokeAll(java.util.Collections.nCopies(many, action))) {
                answers.add(answer.get());
            }
            return answers;
        }
    }
}
