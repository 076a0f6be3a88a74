package dev.metis.function.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.artifact.ArtifactId;
import dev.metis.item.ItemMapper;
import dev.metis.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class EventRoutesTest {
    private final ApiHarness metis = new ApiHarness();
    private final TenantId owner = metis.person("ana").tenant();
    private final String ana = metis.token("ana", Scope.RUNS);
    private final String ben = metis.token("ben", Scope.ALL);

    @Test
    void aPageHoldsTheEventsAfterASeqInOrder() {
        RunId run = metis.run(owner, 12, false);
        JsonNode page = metis.get("/v1/runs/" + run + "/events?after=3&limit=5")
                .bearer(ana)
                .expect(200);
        assertEquals(List.of(4L, 5L, 6L, 7L, 8L), seqs(page));
        assertEquals(12, page.path("lastSeq").asLong());
        assertFalse(page.path("terminal").asBoolean());
    }

    @Test
    void aRunThatEndedSaysSoAndDoesNotWait() {
        RunId run = metis.run(owner, 3, true);
        JsonNode page = metis.get("/v1/runs/" + run + "/events?after=3&waitSeconds=20")
                .bearer(ana)
                .expect(200);
        assertEquals(List.of(), seqs(page));
        assertTrue(page.path("terminal").asBoolean());
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=1001", "after=-1", "after=x", "waitSeconds=21"})
    void aParameterOutOfItsRangeIs400(String query) {
        RunId run = metis.run(owner, 1, false);
        metis.get("/v1/runs/" + run + "/events?" + query).bearer(ana).expect(400);
    }

    @Test
    void pageAndStreamShowTheSameEvents() {
        RunId run = metis.run(owner, 450, true);
        List<JsonNode> streamed = stream("/v1/runs/" + run + "/events/stream", Optional.empty());
        List<JsonNode> paged = new ArrayList<>();
        for (long after = 0; after < 450; after += 200) {
            metis.get("/v1/runs/" + run + "/events?after=" + after)
                    .bearer(ana)
                    .expect(200)
                    .path("events")
                    .values()
                    .forEach(paged::add);
        }
        assertEquals(450, streamed.size());
        assertEquals(paged, streamed);
    }

    @Test
    void aStreamGoesOnBehindTheLastEventId() {
        RunId run = metis.run(owner, 9, true);
        List<JsonNode> events = stream("/v1/runs/" + run + "/events/stream?after=2", Optional.of("7"));
        assertEquals(
                List.of(8L, 9L),
                events.stream().map(e -> e.path("seq").asLong()).toList());
    }

    @Test
    void ten1_anothersRunIsAnsweredWithTheBytesOfNone() throws Exception {
        RunId run = metis.run(owner, 3, true);
        ArtifactId artifact = metis.artifact(owner, run, "a.txt", "hello");
        for (String path : List.of("events", "events/stream", "trace")) {
            assertSameAsUnknown("/v1/runs/" + run + "/" + path, "/v1/runs/run_01ARZ3NDEKTSV4RRFFQ69G5FAV/" + path);
        }
        assertSameAsUnknown("/v1/runs/" + run + "/events", "/v1/runs/nonsense/events");
        for (String path : List.of("", "/content")) {
            assertSameAsUnknown(
                    "/v1/artifacts/" + artifact + path, "/v1/artifacts/art_01ARZ3NDEKTSV4RRFFQ69G5FAV" + path);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bytes=0-3; 206; 0123; bytes 0-3/10",
                "bytes=7-; 206; 789; bytes 7-9/10",
                "bytes=-2; 206; 89; bytes 8-9/10",
                "bytes=8-100; 206; 89; bytes 8-9/10",
                "bytes=-100; 206; 0123456789; bytes 0-9/10",
                "bytes=0-0; 206; 0; bytes 0-0/10",
                "bytes=1-2,4-5; 200; 0123456789; ",
                "lines=1-2; 200; 0123456789; ",
                "bytes=5-2; 200; 0123456789; ",
            })
    void anArtifactIsServedWholeOrInPart(String range, int status, String text, String shown) throws Exception {
        RunId run = metis.run(owner, 1, true);
        ArtifactId artifact = metis.artifact(owner, run, "a.txt", "0123456789");
        ApiResponse response = metis.get("/v1/artifacts/" + artifact + "/content")
                .bearer(ana)
                .header("Range", range)
                .send();
        assertEquals(status, response.status());
        assertEquals(text, ApiHarness.text(response));
        assertEquals(Optional.ofNullable(shown), response.headers().first("content-range"));
    }

    @Test
    void aRangeBeyondTheEndIs416() throws Exception {
        ArtifactId artifact = metis.artifact(owner, metis.run(owner, 1, true), "a.txt", "0123456789");
        ApiResponse response = metis.get("/v1/artifacts/" + artifact + "/content")
                .bearer(ana)
                .header("Range", "bytes=10-")
                .send();
        assertEquals(416, response.status());
        assertEquals(Optional.of("bytes */10"), response.headers().first("content-range"));
    }

    @Test
    void anArtifactIsOnlyEverSaved() throws Exception {
        ArtifactId artifact = metis.artifact(owner, metis.run(owner, 1, true), "ä\"\r\nx: y.html", "<script>");
        ApiResponse response =
                metis.get("/v1/artifacts/" + artifact + "/content").bearer(ana).send();
        assertEquals(Optional.of("nosniff"), response.headers().first("x-content-type-options"));
        assertEquals(
                Optional.of("attachment; filename=\"____x_ y.html\"; filename*=UTF-8''%C3%A4%22%0D%0Ax%3A%20y.html"),
                response.headers().first("content-disposition"));
    }

    private void assertSameAsUnknown(String path, String unknown) {
        ApiResponse theirs = metis.get(path).bearer(ben).send();
        ApiResponse none = metis.get(unknown).bearer(ben).send();
        assertEquals(404, theirs.status());
        assertEquals(404, none.status());
        assertEquals(ApiHarness.text(none), ApiHarness.text(theirs));
        assertEquals(200, metis.get(path).bearer(ana).send().status());
    }

    private List<JsonNode> stream(String path, Optional<String> lastEventId) {
        ApiHarness.Draft call = metis.get(path).bearer(ana);
        ApiResponse response = lastEventId
                .map(id -> call.header("Last-Event-ID", id))
                .orElse(call)
                .send();
        assertEquals(Optional.of("text/event-stream"), response.headers().first("content-type"));
        return ApiHarness.text(response)
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> ItemMapper.parse(line.substring(6)))
                .toList();
    }

    private static List<Long> seqs(JsonNode page) {
        return page.path("events").values().stream()
                .map(event -> event.path("seq").asLong())
                .toList();
    }
}
