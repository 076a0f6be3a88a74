package dev.metis.local.config;

import dev.metis.port.TimeSource;
import dev.metis.provider.ProviderAdapter;
import dev.metis.providers.compatible.CompatibleProvider;
import dev.metis.providers.compatible.CompatibleSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Chat Completions endpoints that the environment names. Plain http to another machine is its owner's own choice. */
final class CompatibleProviders {
    private CompatibleProviders() {}

    static List<ProviderAdapter> of(Map<String, String> environment, TimeSource time) {
        List<ProviderAdapter> found = new ArrayList<>();
        Optional<String> key = Setting.OPENAI_API_KEY.in(environment);
        Optional<String> base = Optional.ofNullable(environment.get(Setting.OPENAI_BASE_URL.variable()))
                .map(String::strip)
                .filter(url -> !url.isEmpty());
        if (key.isPresent() || base.isPresent()) {
            found.add(new CompatibleProvider(CompatibleSettings.openai(key, base, true), time));
        }
        Setting.COMPATIBLE_BASE_URL
                .in(environment)
                .ifPresent(url -> found.add(new CompatibleProvider(
                        CompatibleSettings.compatible(
                                url,
                                Setting.COMPATIBLE_API_KEY.in(environment),
                                Setting.COMPATIBLE_MODEL.in(environment),
                                true),
                        time)));
        Setting.OLLAMA_HOST
                .in(environment)
                .ifPresent(host -> found.add(new CompatibleProvider(CompatibleSettings.ollama(host, true), time)));
        return List.copyOf(found);
    }
}
