package dev.metis.local.config;

import dev.metis.port.TimeSource;
import dev.metis.provider.ProviderAdapter;
import dev.metis.providers.script.ScriptProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The providers that the environment sets up, in the order in which they are shown. */
public final class Providers {
    private final List<ProviderAdapter> all;

    private Providers(List<ProviderAdapter> all) {
        this.all = List.copyOf(all);
    }

    static Providers of(Map<String, String> environment, TimeSource time) {
        List<ProviderAdapter> all = new ArrayList<>();
        all.addAll(CompatibleProviders.of(environment, time));
        all.add(new ScriptProvider());
        return new Providers(all);
    }

    public List<ProviderAdapter> all() {
        return all;
    }

    public Optional<ProviderAdapter> find(String id) {
        return all.stream().filter(provider -> provider.id().equals(id)).findFirst();
    }
}
