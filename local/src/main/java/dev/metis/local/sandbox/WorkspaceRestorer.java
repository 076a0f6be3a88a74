package dev.metis.local.sandbox;

import dev.metis.port.ArtifactStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Builds a workspace from a version. The manifest was made in a sandbox and is hostile: every path is checked, files are made before
 * links so that no link can lead a file elsewhere, and the directory appears under its name only when it is whole.
 */
final class WorkspaceRestorer {
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final long MAX_MANIFEST = 64L << 20;

    private final ArtifactStore blobs;
    private final SandboxLimits limits;

    WorkspaceRestorer(ArtifactStore blobs, SandboxLimits limits) {
        this.blobs = blobs;
        this.limits = limits;
    }

    /** Makes {@code target}, which must not be there. */
    void restore(String owner, String version, Path target) throws IOException {
        JsonNode manifest = manifest(owner, version);
        Path building = target.resolveSibling(target.getFileName() + ".restoring");
        Folders.delete(building);
        Files.createDirectories(building);
        long bytes = 0;
        int count = 0;
        for (var file : manifest.path("files").properties()) {
            bytes += file.getValue().path("bytes").asLong();
            if (bytes > limits.workspaceBytes() || ++count > limits.workspaceFiles()) {
                throw new IOException("the version is larger than a workspace may be");
            }
            Path path = inside(building, file.getKey());
            makeParents(building, path);
            file(owner, path, file.getValue());
        }
        for (var link : manifest.path("links").properties()) {
            Path path = inside(building, link.getKey());
            makeParents(building, path);
            Files.createSymbolicLink(path, Path.of(link.getValue().asString()));
        }
        Files.move(building, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private JsonNode manifest(String owner, String version) throws IOException {
        try (InputStream in = open(owner, version, MAX_MANIFEST)) {
            return JsonMapper.shared().readTree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            throw new IOException("the version's manifest is damaged", e);
        }
    }

    private InputStream open(String owner, String sha256, long max) throws IOException {
        if (!SHA256.matcher(sha256).matches()) {
            throw new IOException("a version names something that is no hash");
        }
        return blobs.open(owner, sha256, 0, max)
                .orElseThrow(() -> new IOException("a blob of the workspace version is gone"));
    }

    private void file(String owner, Path path, JsonNode entry) throws IOException {
        try (InputStream in = open(owner, entry.path("sha256").asString(), limits.workspaceBytes())) {
            Files.copy(in, path);
        }
        Files.setPosixFilePermissions(path, permissions(entry.path("mode").asString()));
    }

    /** Each must be, or become, a real directory: a link among them could lead out. */
    private static void makeParents(Path top, Path path) throws IOException {
        Path folder = top;
        Path relative = top.relativize(path);
        for (int i = 0; i < relative.getNameCount() - 1; i++) {
            folder = folder.resolve(relative.getName(i));
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(folder);
            } else if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException("a version has a file or link where it needs a directory");
            }
        }
    }

    private static Set<PosixFilePermission> permissions(String mode) {
        Set<PosixFilePermission> permissions = EnumSet.of(
                PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_READ);
        permissions.add(PosixFilePermission.OTHERS_READ);
        boolean executable = mode.length() == 3 && (mode.charAt(0) - '0') % 2 == 1;
        if (executable) {
            permissions.add(PosixFilePermission.OWNER_EXECUTE);
            permissions.add(PosixFilePermission.GROUP_EXECUTE);
            permissions.add(PosixFilePermission.OTHERS_EXECUTE);
        }
        return permissions;
    }

    private static Path inside(Path top, String path) throws IOException {
        Path resolved = top.resolve(path).normalize();
        boolean plain = !path.isEmpty() && !path.startsWith("/") && resolved.equals(top.resolve(path));
        if (!plain || resolved.equals(top) || !resolved.startsWith(top)) {
            throw new IOException("a version names a path outside the workspace");
        }
        return resolved;
    }
}
