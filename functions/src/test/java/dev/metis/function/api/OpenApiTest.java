package dev.metis.function.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.function.schema.NetworkntSchemaValidator;
import dev.metis.item.ItemMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest {
    private final ApiHarness metis = new ApiHarness();
    private final JsonNode document = metis.get("/openapi.json").expect(200);

    @Test
    void everyRouteIsDescribedAndNothingElse() {
        Set<String> described = new HashSet<>();
        document.path("paths")
                .forEachEntry((path, item) ->
                        item.forEachEntry((verb, operation) -> described.add(verb.toUpperCase(Locale.ROOT) + " " + path
                                + " " + operation.path("operationId").asString())));
        Set<String> routes = new HashSet<>();
        metis.api
                .table()
                .routes()
                .forEach(route -> routes.add(route.verb() + " " + route.path().text() + " " + route.id()));
        assertEquals(routes, described);
    }

    @Test
    void itIsOpenApi31() {
        assertEquals("3.1.0", document.path("openapi").asString());
        assertFalse(document.path("info").path("title").asString().isEmpty());
        assertFalse(document.path("info").path("version").asString().isEmpty());
        document.path("paths")
                .forEachEntry((path, item) -> item.forEachEntry((verb, operation) -> {
                    String where = verb + " " + path;
                    assertTrue(operation.path("responses").size() > 1, where);
                    assertTrue(operation.has("security"), where);
                    for (String name : PathTemplate.of(path).names()) {
                        assertTrue(
                                operation.path("parameters").values().stream()
                                        .anyMatch(p -> p.path("name").asString().equals(name)
                                                && p.path("in").asString().equals("path")
                                                && p.path("required").asBoolean()),
                                where + " lacks the path parameter " + name);
                    }
                }));
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<String> references = new ArrayList<>();
        collect(document, references);
        assertTrue(references.size() > 20, "there are references to follow");
        for (String reference : references) {
            assertTrue(reference.startsWith("#/"), reference);
            assertFalse(document.at(reference.substring(1)).isMissingNode(), reference);
        }
    }

    @Test
    void everySchemaIsASchema() {
        NetworkntSchemaValidator validator = new NetworkntSchemaValidator();
        metis.api.table().routes().stream()
                .flatMap(route -> route.body().stream())
                .forEach(body -> validator.validate(body.schema(), ItemMapper.object()));
        document.path("components").path("schemas").forEachEntry((name, schema) -> {
            assertTrue(schema.isObject() && schema.size() > 0, name);
        });
    }

    private static void collect(JsonNode node, List<String> references) {
        if (node.path("$ref").isString()) {
            references.add(node.path("$ref").asString());
        }
        node.values().forEach(value -> collect(value, references));
    }
}
