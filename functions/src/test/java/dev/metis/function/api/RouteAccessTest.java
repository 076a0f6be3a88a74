package dev.metis.function.api;

import static dev.metis.function.api.ApiHarness.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.metis.access.Scope;
import dev.metis.function.api.Route.Access;
import dev.metis.item.ItemMapper;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every route of the table, tried by those who may not use it. */
class RouteAccessTest {
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

    private Stream<Route> holders() {
        return routes.stream().filter(route -> route.access() instanceof Access.Holder);
    }

    private static Optional<Scope> scope(Route route) {
        return route.access() instanceof Access.Holder(Optional<Scope> scope) ? scope : Optional.empty();
    }

    private ApiHarness.Draft request(Route route) {
        String path = route.path().text().replaceAll("\\{[a-z]+}", "run_00000000000000000000000001");
        ApiHarness.Draft draft = metis.request(route.verb().name(), path);
        return route.body().isPresent() ? draft.json("{}") : draft;
    }
}
