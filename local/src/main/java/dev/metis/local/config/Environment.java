package dev.metis.local.config;

import dev.metis.local.log.Log;
import dev.metis.local.log.LogLevel;
import dev.metis.port.IdSource;
import dev.metis.port.TimeSource;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the program was started in: the variables, the machine's user, the clock. Read once, handed on as values. */
public final class Environment {
    private static final String SECRET = "secret";

    private final Map<String, String> variables;
    private final Map<String, String> properties;
    private final TimeSource time = new SystemTime();
    private final IdSource ids = new SystemIds();

    /** An environment of these variables and system properties. */
    public Environment(Map<String, String> variables, Map<String, String> properties) {
        this.variables = Map.copyOf(variables);
        this.properties = Map.copyOf(properties);
    }

    /** The environment of this process. */
    public static Environment ofProcess() {
        Map<String, String> properties = System.getProperties().stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, System::getProperty));
        return new Environment(System.getenv(), properties);
    }

    Map<String, String> variables() {
        return variables;
    }

    TimeSource time() {
        return time;
    }

    IdSource ids() {
        return ids;
    }

    /** Where everything is kept, unless the command line says otherwise. */
    public Path dataDirectory() {
        return Path.of(Setting.DATA_DIR.in(variables).orElse(".metis"));
    }

    /** The folder with the web client. */
    Path webFolder() {
        return Path.of(properties.getOrDefault("metis.web", "web/dist"));
    }

    /** As whom the machine's owner acts: the operating system's user, in characters that a name can have. */
    String userName() {
        String name = properties.getOrDefault("user.name", "").replaceAll("[^\\p{L}\\p{N}._+@-]", "_");
        String plain = name.replaceFirst("^[^\\p{L}\\p{N}]+", "");
        return plain.isEmpty() ? "owner" : plain.substring(0, Math.min(plain.length(), 64));
    }

    /** A key that no other request has. */
    public String freshKey() {
        return ids.ulid();
    }

    /** The command that opens an address in a browser; empty where there is no display. */
    public Optional<String> browserOpener() {
        String system = properties.getOrDefault("os.name", "").toLowerCase(Locale.ROOT);
        if (system.contains("mac")) {
            return Optional.of("open");
        }
        boolean display = variables.containsKey("DISPLAY") || variables.containsKey("WAYLAND_DISPLAY");
        return display ? Optional.of("xdg-open") : Optional.empty();
    }

    /** A list of words behind a setting, in lower case. */
    Set<String> words(Setting setting) {
        return setting.in(variables)
                .map(text -> Arrays.stream(text.split(","))
                        .map(word -> word.strip().toLowerCase(Locale.ROOT))
                        .filter(word -> !word.isEmpty())
                        .collect(Collectors.toCollection(LinkedHashSet::new)))
                .orElseGet(LinkedHashSet::new);
    }

    /** A whole number from 1 behind a setting. */
    int number(Setting setting) {
        String text = setting.in(variables).orElse("");
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException(setting.variable() + " must be a whole number from 1");
        }
        return Integer.parseInt(text);
    }

    /** The log knows the time and the secrets of this environment from now on. */
    public void startLog() {
        Log log = Log.process();
        // Spring would set up logging of its own.
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        log.takeOver(time);
        for (Setting setting : Setting.values()) {
            if (setting.unit().equals(SECRET)) {
                setting.in(variables).ifPresent(log.redactor()::hide);
            }
        }
    }

    LogLevel logLevel() {
        String word = Setting.LOG_LEVEL.in(variables).orElse("");
        return LogLevel.of(word)
                .orElseThrow(() -> new IllegalArgumentException(
                        Setting.LOG_LEVEL.variable() + " must be one of debug, info, warn, error"));
    }
}
