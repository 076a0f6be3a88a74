package dev.metis.function.api;

import dev.metis.access.Caller;
import dev.metis.access.Scope;
import dev.metis.capability.Mode;
import dev.metis.capability.Profile;
import dev.metis.provider.ModelInfo;
import dev.metis.provider.ProviderAdapter;
import dev.metis.providers.script.ScriptProvider;
import java.util.List;
import java.util.Optional;

/** Which agent, how much it asks, and which model: each known here, and together possible. */
record Choice(String profile, String mode, String provider, String model) {
    /** What the call's body chooses, on top of what holds without it. */
    static Choice of(Call call, Catalogue catalogue, Optional<Choice> standing) {
        Optional<String> profile = call.member("profile");
        profile.ifPresent(id -> require(Profile.find(id).isPresent(), "profile", "names no known profile"));
        Optional<String> mode = call.member("mode");
        Profile own = profile.or(() -> standing.map(Choice::profile))
                .flatMap(Profile::find)
                .orElse(Profile.DEVELOPER);
        String standard = standing.map(Choice::mode)
                .filter(m -> profile.isEmpty())
                .orElse(own.defaultMode().wire());
        Model model = model(call, catalogue, standing);
        return new Choice(own.id(), mode.orElse(standard), model.provider(), model.model());
    }

    /** Refuses what the caller may not ask for. */
    Choice allowedTo(Caller caller) {
        if (mode.equals(Mode.FULL.wire())) {
            Api.requireScope(caller, Scope.MODE_FULL);
        }
        return this;
    }

    private record Model(String provider, String model) {}

    private static Model model(Call call, Catalogue catalogue, Optional<Choice> standing) {
        Optional<String> provider = call.member("provider");
        Optional<String> model = call.member("model");
        if (provider.isEmpty() && model.isEmpty()) {
            return call.json("script").isPresent()
                    ? new Model(ScriptProvider.ID, ScriptProvider.SCRIPTED)
                    : standing.map(s -> new Model(s.provider(), s.model()))
                            .orElseGet(() -> known(catalogue.standard()));
        }
        if (provider.isPresent()) {
            return ofProvider(
                    catalogue, provider.get(), model, call.json("script").isPresent());
        }
        String wanted = model.orElseThrow();
        return standing.flatMap(s -> catalogue.provider(s.provider()).stream()
                        .flatMap(p -> p.models().stream())
                        .filter(m -> m.id().equals(wanted))
                        .findFirst())
                .or(() -> catalogue.providers().stream()
                        .flatMap(p -> p.models().stream())
                        .filter(m -> m.id().equals(wanted))
                        .findFirst())
                .map(Choice::known)
                .orElseThrow(
                        () -> Problem.field("/model", "names no known model").raise());
    }

    private static Model ofProvider(Catalogue catalogue, String id, Optional<String> model, boolean scripted) {
        ProviderAdapter provider = catalogue
                .provider(id)
                .orElseThrow(() ->
                        Problem.field("/provider", "names no known provider").raise());
        require(provider.configured(), "provider", "is not configured; it needs its key or address");
        List<ModelInfo> models = provider.models();
        if (model.isEmpty()) {
            if (scripted && id.equals(ScriptProvider.ID)) {
                return new Model(ScriptProvider.ID, ScriptProvider.SCRIPTED);
            }
            return models.stream()
                    .findFirst()
                    .map(Choice::known)
                    .orElseThrow(() -> Problem.field("/model", "is needed: this provider lists none")
                            .raise());
        }
        boolean listed = models.isEmpty() || models.stream().anyMatch(m -> m.id().equals(model.get()));
        require(listed, "model", "names no model of this provider");
        return new Model(id, model.get());
    }

    private static Model known(ModelInfo info) {
        return new Model(info.provider(), info.id());
    }

    private static void require(boolean holds, String field, String message) {
        if (!holds) {
            throw Problem.field("/" + field, message).raise();
        }
    }
}
