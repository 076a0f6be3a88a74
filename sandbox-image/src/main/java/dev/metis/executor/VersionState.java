package dev.metis.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The last published version and what it held, kept beside the workspace where no command sees it. It is a cache: without it, or when
 * it cannot be read, the workspace is hashed anew.
 */
record VersionState(String version, Manifest manifest) {
    private static final String FILE = "version.json";

    static Optional<VersionState> load(Path folder) throws IOException {
        try {
            JsonNode json = Gateway.parse(Files.readString(folder.resolve(FILE)));
            TreeMap<String, Manifest.FileEntry> files = new TreeMap<>();
            for (var file : json.path("files").properties()) {
                JsonNode entry = file.getValue();
                files.put(
                        file.getKey(),
                        new Manifest.FileEntry(
                                entry.path("sha256").asString(),
                                entry.path("bytes").asLong(),
                                entry.path("mode").asString(),
                                entry.path("stamp").asString()));
            }
            TreeMap<String, String> links = new TreeMap<>();
            json.path("links")
                    .properties()
                    .forEach(link -> links.put(link.getKey(), link.getValue().asString()));
            return Optional.of(new VersionState(json.path("version").asString(), new Manifest(files, links)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void save(Path folder) throws IOException {
        ObjectNode json = Gateway.object().put("version", version);
        ObjectNode files = json.putObject("files");
        manifest.files()
                .forEach((path, entry) -> files.putObject(path)
                        .put("sha256", entry.sha256())
                        .put("bytes", entry.bytes())
                        .put("mode", entry.mode())
                        .put("stamp", entry.stamp()));
        ObjectNode links = json.putObject("links");
        manifest.links().forEach(links::put);
        Path temporary = folder.resolve(FILE + ".new");
        Files.write(temporary, Gateway.bytes(json));
        Files.move(temporary, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }
}
