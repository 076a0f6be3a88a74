package dev.metis.local.server;

import dev.metis.item.ItemMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * How commands find the running server: its process, its port, the token of the local principal, and the secret that
 * opens what only the machine's owner may do. Only its owner can read it; it is written whole or not at all.
 */
public record ControlFile(long pid, int port, String tokenId, String token, String secret) {
    private static final String NAME = "control.json";

    /** The file in a data directory, if there is one that can be read. */
    public static Optional<ControlFile> read(Path data) throws IOException {
        Path path = data.resolve(NAME);
        if (!Files.isRegularFile(path)) {
            return Optional.empty();
        }
        try {
            JsonNode json = ItemMapper.parse(Files.readString(path));
            return Optional.of(new ControlFile(
                    json.path("pid").asLong(0),
                    json.path("port").asInt(0),
                    json.path("tokenId").asString(""),
                    json.path("token").asString(""),
                    json.path("secret").asString("")));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    public void write(Path data) throws IOException {
        String json = ItemMapper.write(ItemMapper.object()
                .put("pid", pid)
                .put("port", port)
                .put("tokenId", tokenId)
                .put("token", token)
                .put("secret", secret));
        Path fresh = data.resolve(NAME + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(fresh, json.getBytes(StandardCharsets.UTF_8));
        Files.move(fresh, data.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    public static void remove(Path data) throws IOException {
        Files.deleteIfExists(data.resolve(NAME));
    }

    /** Whether the process that wrote it lives. */
    public boolean alive() {
        return pid > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    @Override
    public String toString() {
        return "ControlFile[pid=" + pid + ", port=" + port + "]";
    }
}
