package dev.metis.function.api;

import dev.metis.function.api.Route.Access;
import dev.metis.item.ItemMapper;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Describes the table as OpenAPI 3.1: what is not in the table is not in the description, and the other way round. */
final class OpenApi {
    private final RouteTable table;
    private final String version;

    OpenApi(RouteTable table, String version) {
        this.table = table;
        this.version = version;
    }

    ObjectNode document() {
        ObjectNode document = ItemMapper.object();
        document.put("openapi", "3.1.0");
        document.putObject("info")
                .put("title", "Metis")
                .put("version", version)
                .put("description", "Runs AI agents durably. Times are RFC 3339 in UTC, cursors are opaque.")
                .putObject("license")
                .put("name", "Apache-2.0")
                .put("identifier", "Apache-2.0");
        document.putArray("servers").addObject().put("url", "/");
        ObjectNode paths = document.putObject("paths");
        table.routes()
                .forEach(route -> paths.withObject("/" + pointer(route.path().text()))
                        .set(route.verb().name().toLowerCase(Locale.ROOT), operation(route)));
        ObjectNode components = document.putObject("components");
        components.set("schemas", Components.schemas());
        ObjectNode schemes = components.putObject("securitySchemes");
        schemes.putObject("bearer").put("type", "http").put("scheme", "bearer");
        schemes.putObject("session")
                .put("type", "apiKey")
                .put("in", "cookie")
                .put("name", "metis_session_port")
                .put("description", "The port is the server's; unsafe calls need X-Metis-CSRF as well.");
        return document;
    }

    private static ObjectNode operation(Route route) {
        ObjectNode operation = ItemMapper.object();
        operation.put("operationId", route.id());
        operation.put("summary", route.summary());
        operation.putArray("tags").add(tag(route));
        switch (route.access()) {
            case Access.Anyone(), Access.SignIn() -> operation.putArray("security");
            case Access.Holder(var scope) -> {
                ArrayNode security = operation.putArray("security");
                security.addObject().putArray("bearer");
                security.addObject().putArray("session");
                scope.ifPresent(s -> operation.put("x-metis-scope", s.wire()));
            }
        }
        parameters(route, operation);
        route.body().ifPresent(body -> {
            ObjectNode request = operation.putObject("requestBody").put("required", body.required());
            request.putObject("content").putObject("application/json").set("schema", body.schema());
        });
        responses(route, operation.putObject("responses"));
        return operation;
    }

    private static void parameters(Route route, ObjectNode operation) {
        ArrayNode parameters = ItemMapper.object().putArray("parameters");
        for (String name : route.path().names()) {
            parameters
                    .addObject()
                    .put("name", name)
                    .put("in", "path")
                    .put("required", true)
                    .set("schema", Schemas.string());
        }
        for (QueryParam param : route.query()) {
            parameters
                    .addObject()
                    .put("name", param.name())
                    .put("in", "query")
                    .put("required", false)
                    .put("description", param.description())
                    .set("schema", param.schema());
        }
        for (HeaderParam header : route.headers()) {
            parameters
                    .addObject()
                    .put("name", header.name())
                    .put("in", "header")
                    .put("required", false)
                    .put("description", header.description())
                    .set("schema", header.schema());
        }
        if (!parameters.isEmpty()) {
            operation.set("parameters", parameters);
        }
    }

    private static void responses(Route route, ObjectNode responses) {
        ObjectNode success =
                responses.putObject(Integer.toString(route.answer().status())).put("description", route.summary());
        if (!route.answer().mediaType().isEmpty()) {
            ObjectNode media =
                    success.putObject("content").putObject(route.answer().mediaType());
            route.answer().schema().ifPresent(name -> media.set("schema", Schemas.ref(name)));
        }
        refusals(route)
                .forEach((status, words) -> responses
                        .putObject(status)
                        .put("description", words)
                        .putObject("content")
                        .putObject("application/problem+json")
                        .set("schema", Schemas.ref("Problem")));
    }

    private static Map<String, String> refusals(Route route) {
        Map<String, String> refusals = new java.util.TreeMap<>();
        refusals.put("default", "A problem, as RFC 9457 has it");
        if (!route.query().isEmpty() || route.body().isPresent()) {
            refusals.put("400", "A field or parameter is wrong; errors names it");
        }
        if (!(route.access() instanceof Access.Anyone)) {
            refusals.put("401", "No valid credential");
        }
        if (route.access() instanceof Access.Holder(var scope) && scope.isPresent()) {
            refusals.put("403", "The credential lacks the scope");
        }
        if (!route.path().names().isEmpty()) {
            refusals.put("404", "Not there, or somebody else's");
        }
        if (!route.verb().safe()) {
            refusals.put("429", "Too many calls");
        }
        return refusals;
    }

    private static String tag(Route route) {
        List<String> segments = route.path().segments();
        return segments.getFirst().equals("v1") ? segments.get(1) : "service";
    }

    /** A path as one segment of a JSON pointer. */
    private static String pointer(String path) {
        return path.replace("~", "~0").replace("/", "~1");
    }
}
