package dev.metis.providers.compatible;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * One Chat Completions endpoint. {@code baseUrl} ends before {@code /chat/completions}. Plain http is refused unless the
 * host is this machine or {@code plainHttp} says that its owner wants it. {@code hiddenModels} are prefixes of ids that
 * the endpoint lists and that cannot chat. The key never appears in {@link #toString}.
 */
public record CompatibleSettings(
        String id,
        String name,
        URI baseUrl,
        Optional<String> apiKey,
        boolean keyRequired,
        Optional<String> defaultModel,
        boolean plainHttp,
        List<String> hiddenModels,
        Timeouts timeouts) {
    private static final URI OPENAI = URI.create("https://api.openai.com/v1");
    private static final int OLLAMA_PORT = 11434;
    private static final List<String> OPENAI_HIDDEN = List.of(
            "text-embedding",
            "whisper",
            "tts",
            "dall-e",
            "omni-moderation",
            "text-moderation",
            "gpt-image",
            "chatgpt-image",
            "sora",
            "babbage",
            "davinci",
            "gpt-realtime",
            "gpt-audio",
            "gpt-4o-realtime",
            "gpt-4o-audio",
            "gpt-4o-transcribe",
            "gpt-4o-mini-realtime",
            "gpt-4o-mini-audio",
            "gpt-4o-mini-transcribe",
            "gpt-4o-mini-tts",
            "computer-use");

    public CompatibleSettings {
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(timeouts, "timeouts is null");
        apiKey = apiKey.map(String::strip).filter(key -> !key.isEmpty());
        defaultModel = defaultModel.map(String::strip).filter(model -> !model.isEmpty());
        hiddenModels = List.copyOf(hiddenModels);
        baseUrl = checked(baseUrl, plainHttp);
        if (apiKey.isPresent() && !apiKey.get().chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("the API key of " + id + " holds characters that no header can carry");
        }
    }

    /** OpenAI, or whatever answers at the given address in its place; a key is needed for OpenAI itself. */
    public static CompatibleSettings openai(Optional<String> apiKey, Optional<String> baseUrl, boolean plainHttp) {
        Optional<String> given = baseUrl.map(String::strip).filter(url -> !url.isEmpty());
        return new CompatibleSettings(
                "openai",
                "OpenAI",
                given.map(CompatibleSettings::uri).orElse(OPENAI),
                apiKey,
                given.isEmpty(),
                Optional.empty(),
                plainHttp,
                given.isEmpty() ? OPENAI_HIDDEN : List.of(),
                Timeouts.DEFAULT);
    }

    /** Any other endpoint. */
    public static CompatibleSettings compatible(
            String baseUrl, Optional<String> apiKey, Optional<String> model, boolean plainHttp) {
        return new CompatibleSettings(
                "compatible",
                "OpenAI-compatible",
                uri(baseUrl),
                apiKey,
                false,
                model,
                plainHttp,
                List.of(),
                Timeouts.DEFAULT);
    }

    /** Ollama; {@code host} in the forms that Ollama itself takes: host, host:port or an address. */
    public static CompatibleSettings ollama(String host, boolean plainHttp) {
        return new CompatibleSettings(
                "ollama",
                "Ollama",
                ollamaBase(host.strip()),
                Optional.empty(),
                false,
                Optional.empty(),
                plainHttp,
                List.of(),
                Timeouts.DEFAULT);
    }

    public CompatibleSettings withTimeouts(Timeouts others) {
        return new CompatibleSettings(
                id, name, baseUrl, apiKey, keyRequired, defaultModel, plainHttp, hiddenModels, others);
    }

    boolean configured() {
        return apiKey.isPresent() || !keyRequired;
    }

    URI at(String path) {
        return URI.create(baseUrl + path);
    }

    @Override
    public String toString() {
        return "CompatibleSettings[id=" + id + ", baseUrl=" + baseUrl + ", apiKey="
                + (apiKey.isPresent() ? "set" : "none") + "]";
    }

    private static URI ollamaBase(String host) {
        URI given = uri(host.contains("://") ? host : "http://" + host);
        String name = "0.0.0.0".equals(given.getHost()) ? "127.0.0.1" : given.getHost();
        int port = given.getPort() < 0 && "http".equals(given.getScheme()) ? OLLAMA_PORT : given.getPort();
        return URI.create(given.getScheme() + "://" + name + (port < 0 ? "" : ":" + port) + "/v1");
    }

    private static URI uri(String text) {
        try {
            return URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the address of the model API is no URL", e);
        }
    }

    private static URI checked(URI url, boolean plainHttp) {
        String scheme = Objects.requireNonNullElse(url.getScheme(), "").toLowerCase(Locale.ROOT);
        String host = Objects.requireNonNullElse(url.getHost(), "");
        if (host.isEmpty() || !(scheme.equals("https") || scheme.equals("http"))) {
            throw new IllegalArgumentException("the address of the model API must be an http or https URL with a host");
        }
        if (url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException("the address of the model API must be without user, query and fragment");
        }
        if (scheme.equals("http") && !plainHttp && !loopback(host)) {
            throw new IllegalArgumentException("plain http to " + host + " would show the key and every word to the"
                    + " network: use https, or allow plain http for this endpoint");
        }
        String text = url.toString();
        while (text.endsWith("/")) {
            text = text.substring(0, text.length() - 1);
        }
        return URI.create(text);
    }

    private static boolean loopback(String host) {
        return host.equalsIgnoreCase("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
    }
}
