package dev.metis.providers.compatible;

import dev.metis.error.PermanentException;
import dev.metis.json.StrictJson;
import dev.metis.port.TimeSource;
import dev.metis.provider.Capability;
import dev.metis.provider.ModelInfo;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.JsonNode;

/**
 * The models of one endpoint, asked for at most once in five minutes, or half a minute after a failure. While one caller
 * asks, the others get what is known. The default model is there even when asking fails.
 */
final class ModelList {
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final Duration FRESH_FAILURE = Duration.ofSeconds(30);
    private static final int MAX_BYTES = 4 * 1024 * 1024;
    private static final int MAX_MODELS = 500;
    private static final int MAX_ID = 200;

    private final CompatibleSettings settings;
    private final Endpoint endpoint;
    private final TimeSource time;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Known known = new Known(List.of(), Instant.MIN);

    private record Known(List<String> ids, Instant until) {}

    ModelList(CompatibleSettings settings, Endpoint endpoint, TimeSource time) {
        this.settings = settings;
        this.endpoint = endpoint;
        this.time = time;
    }

    List<ModelInfo> get() {
        if (!settings.configured()) {
            return List.of();
        }
        if (time.now().isAfter(known.until()) && asking.tryLock()) {
            try {
                refresh();
            } finally {
                asking.unlock();
            }
        }
        Set<String> ids = new LinkedHashSet<>();
        settings.defaultModel().ifPresent(ids::add);
        ids.addAll(known.ids());
        return ids.stream().map(this::info).toList();
    }

    private void refresh() {
        try {
            known = new Known(ask(), time.now().plus(FRESH));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | ProviderFailure | PermanentException e) {
            // A list that cannot be had is no reason to fail: what was known stays, and the call itself will say why.
            known = new Known(known.ids(), time.now().plus(FRESH_FAILURE));
        }
    }

    private List<String> ask() throws ProviderFailure, IOException, InterruptedException {
        Duration deadline = settings.timeouts().listing();
        try (Endpoint.Answer answer = endpoint.send(endpoint.get("/models"), deadline, StopSignal.NEVER)) {
            if (answer.status() != 200) {
                throw new IOException("the list of models answered " + answer.status());
            }
            JsonNode body = StrictJson.parse(endpoint.text(answer, MAX_BYTES, deadline));
            List<String> ids = new ArrayList<>();
            for (JsonNode model : body.isArray() ? body : body.path("data")) {
                String id = model.path("id").asString("");
                if (usable(id) && ids.size() < MAX_MODELS) {
                    ids.add(id);
                }
            }
            ids.sort(null);
            return List.copyOf(ids);
        }
    }

    private boolean usable(String id) {
        return !id.isBlank()
                && id.length() <= MAX_ID
                && id.chars().noneMatch(Character::isISOControl)
                && settings.hiddenModels().stream().noneMatch(id::startsWith);
    }

    private ModelInfo info(String id) {
        Map<String, Capability> capabilities = new LinkedHashMap<>();
        capabilities.put("tools", Capability.DECLARED);
        capabilities.put("streaming", Capability.DECLARED);
        return new ModelInfo(settings.id(), id, id, capabilities);
    }
}
