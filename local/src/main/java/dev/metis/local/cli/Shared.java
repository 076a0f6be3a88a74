package dev.metis.local.cli;

import dev.metis.local.config.Environment;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that every command has. */
final class Shared {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data directory (default: METIS_DATA_DIR, else .metis).")
    private @Nullable Path data;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this and ends.")
    @SuppressWarnings("UnusedVariable") // picocli itself looks at it
    private boolean help;

    Path data(Environment environment) {
        return Optional.ofNullable(data).orElseGet(environment::dataDirectory);
    }
}
