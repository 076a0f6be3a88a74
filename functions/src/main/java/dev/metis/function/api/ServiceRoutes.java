package dev.metis.function.api;

import dev.metis.item.ItemMapper;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Whether the service is up, and what it offers. */
final class ServiceRoutes {
    private final String version;
    private final Supplier<ObjectNode> description;

    ServiceRoutes(String version, Supplier<ObjectNode> description) {
        this.version = version;
        this.description = description;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/healthz", "getHealth", "Whether the service is up")
                        .anyone()
                        .answers(Route.Answer.json(200, "Health"), this::health),
                Route.get("/openapi.json", "getOpenApi", "This description")
                        .anyone()
                        .answers(
                                new Route.Answer(200, java.util.Optional.empty(), "application/json"),
                                call -> ApiResponse.json(200, description.get())));
    }

    private ApiResponse health(Call call) {
        return ApiResponse.json(200, ItemMapper.object().put("status", "ok").put("version", version));
    }
}
