package dev.metis.local.sandbox;

import dev.metis.port.SandboxLauncher.SandboxKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sandboxes that live, one small file each: what is still there when a server starts was lost with the one before. */
final class Ledger {
    private static final String SUFFIX = ".json";

    private final Path folder;

    Ledger(Path folder) {
        this.folder = folder;
    }

    void add(SandboxKey key) throws IOException {
        Files.createDirectories(folder);
        String json = JsonMapper.shared()
                .createObjectNode()
                .put("owner", key.owner())
                .put("runId", key.runId())
                .put("attempt", key.attempt())
                .put("generation", key.generation())
                .toString();
        Path file = file(key);
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(temporary, json);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    }

    void remove(SandboxKey key) throws IOException {
        Files.deleteIfExists(file(key));
    }

    List<SandboxKey> all() throws IOException {
        List<SandboxKey> keys = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return keys;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (file.toString().endsWith(SUFFIX)) {
                    keys.add(read(file));
                }
            }
        }
        return keys;
    }

    private static SandboxKey read(Path file) throws IOException {
        try {
            JsonNode json = JsonMapper.shared().readTree(Files.readString(file));
            return new SandboxKey(
                    json.path("owner").asString(),
                    json.path("runId").asString(),
                    json.path("attempt").asInt(),
                    json.path("generation").asInt());
        } catch (JacksonException e) {
            throw new IOException("the ledger entry " + file.getFileName() + " is damaged", e);
        }
    }

    /** Hex, so that no part of a key can be a path. */
    private Path file(SandboxKey key) {
        String name = key.owner() + " " + key;
        return folder.resolve(HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8)) + SUFFIX);
    }
}
