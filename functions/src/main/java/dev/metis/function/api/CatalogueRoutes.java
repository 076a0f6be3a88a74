package dev.metis.function.api;

import dev.metis.access.Scope;
import dev.metis.capability.CapabilityManifest;
import dev.metis.capability.Mode;
import dev.metis.capability.Profile;
import dev.metis.item.ItemMapper;
import dev.metis.provider.ModelInfo;
import dev.metis.provider.ProviderAdapter;
import dev.metis.tool.ToolDefinition;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** What runs can be made of. */
final class CatalogueRoutes {
    private static final QueryParam PROFILE = new QueryParam(
            "profile",
            new QueryParam.Type.Choice(Profile.all().stream().map(Profile::id).toList()),
            "whose tools; developer where none is given");
    private static final QueryParam MODE = new QueryParam(
            "mode", new QueryParam.Type.Choice(Mode.words()), "in which mode; the profile's own where none is given");

    private final Catalogue catalogue;

    CatalogueRoutes(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/providers", "listProviders", "Sources of models")
                        .needs(Scope.RUNS_READ)
                        .answers(Route.Answer.list("Provider"), this::providers),
                Route.get("/v1/models", "listModels", "Models that can be chosen, with what is known of them")
                        .needs(Scope.RUNS_READ)
                        .answers(Route.Answer.list("Model"), this::models),
                Route.get("/v1/profiles", "listProfiles", "Kinds of agents")
                        .needs(Scope.RUNS_READ)
                        .answers(Route.Answer.list("Profile"), this::profiles),
                Route.get("/v1/tools", "listTools", "The tools that a run of the profile and mode would see")
                        .needs(Scope.RUNS_READ)
                        .query(PROFILE, MODE)
                        .answers(Route.Answer.list("Tool"), this::tools));
    }

    private ApiResponse providers(Call call) {
        ArrayNode items = ItemMapper.object().putArray("items");
        for (ProviderAdapter provider : catalogue.providers()) {
            items.addObject()
                    .put("id", provider.id())
                    .put("name", provider.name())
                    .put("configured", provider.configured())
                    .put("models", provider.models().size());
        }
        return whole(items);
    }

    private ApiResponse models(Call call) {
        ModelInfo standard = catalogue.standard();
        ArrayNode items = ItemMapper.object().putArray("items");
        catalogue.providers().stream()
                .filter(ProviderAdapter::configured)
                .flatMap(provider -> provider.models().stream())
                .forEach(model -> {
                    ObjectNode json = items.addObject()
                            .put("id", model.id())
                            .put("provider", model.provider())
                            .put("name", model.name())
                            .put("default", model.equals(standard));
                    ObjectNode capabilities = json.putObject("capabilities");
                    model.capabilities()
                            .forEach((name, capability) -> capabilities
                                    .putObject(name)
                                    .put("status", capability.status().name().toLowerCase(Locale.ROOT)));
                });
        return whole(items);
    }

    private ApiResponse profiles(Call call) {
        ArrayNode items = ItemMapper.object().putArray("items");
        for (Profile profile : Profile.all()) {
            items.addObject()
                    .put("id", profile.id())
                    .put("name", profile.name())
                    .put("description", profile.description())
                    .put("defaultMode", profile.defaultMode().wire());
        }
        return whole(items);
    }

    private ApiResponse tools(Call call) {
        Profile profile = call.text(PROFILE.name()).flatMap(Profile::find).orElse(Profile.DEVELOPER);
        Mode mode = call.text(MODE.name()).flatMap(Mode::ofWire).orElse(profile.defaultMode());
        ArrayNode items = ItemMapper.object().putArray("items");
        for (CapabilityManifest.Grant grant :
                CapabilityManifest.compile(profile, mode, catalogue.tools()).grants()) {
            catalogue.tools().find(grant.tool()).ifPresent(tool -> items.add(describe(tool, grant)));
        }
        return whole(items);
    }

    private static ObjectNode describe(ToolDefinition tool, CapabilityManifest.Grant grant) {
        ObjectNode json = ItemMapper.object()
                .put("name", tool.name())
                .put("description", tool.description())
                .put("effect", tool.effect().wire())
                .put("decision", grant.decision().name().toLowerCase(Locale.ROOT));
        json.set("inputSchema", tool.inputSchema());
        return json;
    }

    private static ApiResponse whole(ArrayNode items) {
        ObjectNode json = ItemMapper.object();
        json.set("items", items);
        json.set("nextCursor", NullNode.getInstance());
        return ApiResponse.json(200, json);
    }
}
