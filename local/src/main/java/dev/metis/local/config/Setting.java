package dev.metis.local.config;

import java.util.Map;
import java.util.Optional;

/** Everything that the environment can set. The table in the docs is generated from these constants. */
public enum Setting {
    DATA_DIR(
            "METIS_DATA_DIR",
            ".metis",
            "folder",
            "where Metis keeps everything: store, artifacts, workspaces, keys; `--data` wins over it"),
    LOG_LEVEL(
            "METIS_LOG_LEVEL",
            "info",
            "debug, info, warn or error",
            "how much is written to `logs/metis.jsonl` in the data directory; what warns also goes to stderr"),
    ALLOWED_HOSTS(
            "METIS_ALLOWED_HOSTS",
            "",
            "host names, with commas between",
            "further names by which browsers may reach this server; loopback names always may"),
    ALLOWED_ORIGINS(
            "METIS_ALLOWED_ORIGINS",
            "",
            "origins (`scheme://host:port`), with commas between",
            "pages of other origins that may call this server with a session; its own always may"),
    RATE_LIMIT(
            "METIS_RATE_LIMIT",
            "200",
            "calls a second",
            "how many unsafe calls a user may make on the long run; more are answered with 429"),
    RATE_BURST("METIS_RATE_BURST", "500", "calls", "how many unsafe calls a user may make at once"),
    OPENAI_API_KEY("OPENAI_API_KEY", "", "secret", "makes the models of OpenAI, or of the endpoint below, available"),
    OPENAI_BASE_URL(
            "OPENAI_BASE_URL",
            "https://api.openai.com/v1",
            "URL",
            "where the Chat Completions interface of the provider `openai` is"),
    COMPATIBLE_BASE_URL(
            "METIS_COMPATIBLE_BASE_URL",
            "",
            "URL",
            "any other endpoint that speaks Chat Completions, as provider `compatible`"),
    COMPATIBLE_API_KEY("METIS_COMPATIBLE_API_KEY", "", "secret", "the key for that endpoint, if it wants one"),
    COMPATIBLE_MODEL("METIS_COMPATIBLE_MODEL", "", "model name", "the model to use there"),
    OLLAMA_HOST("OLLAMA_HOST", "", "URL or host:port", "makes the models of a running Ollama available");

    private final String variable;
    private final String standard;
    private final String unit;
    private final String effect;

    Setting(String variable, String standard, String unit, String effect) {
        this.variable = variable;
        this.standard = standard;
        this.unit = unit;
        this.effect = effect;
    }

    /** The name of the environment variable. */
    public String variable() {
        return variable;
    }

    /** What holds when the variable is not set; empty for nothing. */
    public String standard() {
        return standard;
    }

    public String unit() {
        return unit;
    }

    public String effect() {
        return effect;
    }

    /** The value in this environment, else the default; a blank value counts as not set. */
    public Optional<String> in(Map<String, String> environment) {
        String set = environment.getOrDefault(variable, "").strip();
        String value = set.isEmpty() ? standard : set;
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }
}
