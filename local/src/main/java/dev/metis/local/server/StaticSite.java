package dev.metis.local.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The files of the web client. Only regular files inside the folder are served, whatever the path says or a link points
 * at. A path that is no file is the client's own business: a browser that wants a page gets the index.
 */
final class StaticSite {
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("mjs", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("map", "application/json"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("webp", "image/webp"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("woff", "font/woff"),
            Map.entry("wasm", "application/wasm"),
            Map.entry("txt", "text/plain; charset=utf-8"));
    private static final String INDEX = "index.html";

    private final Path folder;

    StaticSite(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** A file to send. {@code lasting} when its name changes with its content. */
    record Asset(Path file, String mediaType, long bytes, boolean lasting) {}

    boolean there() {
        return Files.isRegularFile(folder.resolve(INDEX));
    }

    Optional<Asset> find(String path, boolean wantsPage) throws IOException {
        String relative = path.substring(1);
        Optional<Asset> asset = file(relative.isEmpty() ? INDEX : relative);
        return asset.isEmpty() && wantsPage ? file(INDEX) : asset;
    }

    private Optional<Asset> file(String relative) throws IOException {
        Path file;
        try {
            file = folder.resolve(relative).normalize();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
        boolean odd = relative.startsWith("/") || relative.contains("\\") || relative.contains("..");
        if (odd || !file.startsWith(folder) || !Files.isRegularFile(file)) {
            return Optional.empty();
        }
        if (!file.toRealPath().startsWith(folder.toRealPath())) {
            return Optional.empty();
        }
        return Optional.of(new Asset(file, type(file), Files.size(file), relative.startsWith("assets/")));
    }

    private static String type(Path file) {
        String name = file.getFileName().toString();
        String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return TYPES.getOrDefault(extension, "application/octet-stream");
    }
}
