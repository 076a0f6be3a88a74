package dev.metis.function.api;

import static dev.metis.function.api.ApiHarness.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.approval.Question;
import dev.metis.function.api.Route.Access;
import dev.metis.item.ItemMapper;
import dev.metis.run.RunId;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** Every route of the table, tried by those who may not use it. */
class RouteAccessTest {
    /** Bodies that pass the schema, of the routes for which an empty object does not. */
    private static final Map<String, String> BODIES = Map.of(
            "sendMessage", "{\"text\":\"x\"}",
            "changeConversation", "{\"title\":\"x\"}",
            "decideApproval", "{\"decision\":\"approve\",\"argumentsHash\":\"" + PendingRequests.HASH + "\"}",
            "answerQuestion", "{\"answer\":\"x\"}");

    private final ApiHarness metis = new ApiHarness();
    private final List<Route> routes = metis.api.table().routes();

    @Test
    void onlyTheseRoutesAreForAnybody() {
        assertEquals(
                Set.of("getHealth", "getOpenApi", "signIn"),
                Set.copyOf(routes.stream()
                        .filter(route -> !(route.access() instanceof Access.Holder))
                        .map(Route::id)
                        .toList()));
        assertTrue(routes.size() > 10, "a rule over nothing proves nothing");
    }

    @TestFactory
    Stream<DynamicTest> withoutATokenEveryRouteIs401() {
        return holders()
                .map(route -> dynamicTest(route.id(), () -> {
                    ApiResponse response = request(route).send();
                    assertEquals(401, response.status());
                    assertEquals(
                            Optional.of("Bearer realm=\"metis\""),
                            response.headers().first("www-authenticate"));
                    assertEquals(
                            text(response),
                            text(request(route).bearer("mts_wrong").send()));
                    assertEquals(
                            401,
                            request(route)
                                    .header("authorization", "Basic YTpi")
                                    .send()
                                    .status());
                }));
    }

    @TestFactory
    Stream<DynamicTest> withoutTheScopeEveryRouteIs403() {
        return holders()
                .filter(route -> scope(route).isPresent())
                .map(route -> dynamicTest(route.id(), () -> {
                    Scope needed = scope(route).orElseThrow();
                    String token = metis.token("ana", EnumSet.complementOf(EnumSet.of(needed)));
                    ApiResponse response = request(route).bearer(token).send();
                    assertEquals(403, response.status());
                    assertEquals(
                            needed.wire(),
                            ItemMapper.parse(text(response)).path("scope").asString());
                }));
    }

    @TestFactory
    Stream<DynamicTest> readingNeedsAScopeForReadingAndWritingOneForWriting() {
        return holders()
                .filter(route -> !route.path().text().startsWith("/v1/session"))
                .map(route ->
                        dynamicTest(route.id(), () -> assertTrue(scope(route).isPresent())));
    }

    @TestFactory
    Stream<DynamicTest> ten1_whatIsAnothersIsAnsweredWithTheBytesOfWhatIsNotThere() throws Exception {
        Map<String, String> theirs = belongings();
        String ben = metis.token("ben", Scope.ALL);
        return holders()
                .filter(route -> !route.path().names().isEmpty())
                .map(route -> dynamicTest(route.id(), () -> {
                    String id = Objects.requireNonNull(
                            theirs.get(route.path().segments().get(1)), "nothing of this kind is prepared");
                    String none = id.substring(0, id.indexOf('_') + 1) + "01ARZ3NDEKTSV4RRFFQ69G5FAV";
                    ApiResponse foreign = request(route, id).bearer(ben).send();
                    ApiResponse unknown = request(route, none).bearer(ben).send();
                    assertEquals(404, foreign.status(), text(foreign));
                    assertEquals(404, unknown.status());
                    assertEquals(text(unknown), text(foreign));
                    assertEquals(
                            unknown.headers().values().keySet(),
                            foreign.headers().values().keySet());
                }));
    }

    /** One thing of each kind that a path can name, all of them Ana's. */
    private Map<String, String> belongings() throws IOException {
        String ana = metis.token("ana", Scope.ALL);
        TenantId owner = metis.person("ana").tenant();
        JsonNode run = metis.post("/v1/runs", "{\"input\":\"go\"}").bearer(ana).expect(202);
        RunId id = new RunId(run.path("id").asString());
        PendingRequests requests = new PendingRequests(metis);
        return Map.of(
                "conversations", run.path("conversationId").asString(),
                "runs", id.value(),
                "approvals", requests.approval(owner, id).value(),
                "questions",
                        requests.question(owner, id, Question.Kind.USER, null).value(),
                "artifacts", metis.artifact(owner, id, "a.txt", "hello").value(),
                "tokens",
                        metis.post("/v1/tokens", "{}")
                                .bearer(ana)
                                .expect(201)
                                .path("id")
                                .asString());
    }

    private Stream<Route> holders() {
        return routes.stream().filter(route -> route.access() instanceof Access.Holder);
    }

    private static Optional<Scope> scope(Route route) {
        return route.access() instanceof Access.Holder(Optional<Scope> scope) ? scope : Optional.empty();
    }

    private ApiHarness.Draft request(Route route) {
        return request(route, "run_00000000000000000000000001");
    }

    private ApiHarness.Draft request(Route route, String id) {
        ApiHarness.Draft draft =
                metis.request(route.verb().name(), route.path().text().replace("{id}", id));
        return route.body().isPresent() ? draft.json(BODIES.getOrDefault(route.id(), "{}")) : draft;
    }
}
