package dev.metis.function.api;

import dev.metis.provider.ModelInfo;
import dev.metis.provider.ProviderAdapter;
import dev.metis.tool.ToolCatalogue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What runs can be made of: providers in the order they are shown, and tools. */
public record Catalogue(List<ProviderAdapter> providers, ToolCatalogue tools) {
    public Catalogue {
        providers = List.copyOf(providers);
        Objects.requireNonNull(tools, "tools is null");
        if (providers.isEmpty()) {
            throw new IllegalArgumentException("providers is empty");
        }
    }

    Optional<ProviderAdapter> provider(String id) {
        return providers.stream().filter(p -> p.id().equals(id)).findFirst();
    }

    /** The model that is taken when nobody chooses: the first that can be called, in the order of the providers. */
    ModelInfo standard() {
        return providers.stream()
                .filter(ProviderAdapter::configured)
                .flatMap(p -> p.models().stream())
                .findFirst()
                .orElseThrow(() -> Problem.of(
                                503, "provider_unavailable", "no model can be called now; see the configuration")
                        .raise());
    }
}
