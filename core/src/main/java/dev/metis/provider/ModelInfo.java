package dev.metis.provider;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** A model that can be asked for, and what is known of it, in a stable order. */
public record ModelInfo(String provider, String id, String name, Map<String, Capability> capabilities) {
    public ModelInfo {
        Objects.requireNonNull(provider, "provider is null");
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(name, "name is null");
        capabilities = Collections.unmodifiableMap(new LinkedHashMap<>(capabilities));
        if (id.isBlank()) {
            throw new IllegalArgumentException("id is blank");
        }
    }
}
