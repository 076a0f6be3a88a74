package dev.metis.executor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns what a tool ended with into the protocol's result: text that fits, the whole as an artifact sent before. */
final class Results {
    private static final long PATIENCE_MILLIS = 60_000;
    private static final int MAX_CHANGED = 100;

    private final Gateway gateway;

    Results(Gateway gateway) {
        this.gateway = gateway;
    }

    ObjectNode result(Command command, Finished finished, Optional<Versions.Published> version, long millis)
            throws IOException {
        String note = version.map(Versions.Published::note).orElse("");
        ObjectNode result = Gateway.object()
                .put("callId", command.callId())
                .put("nonce", command.nonce())
                .put("outcome", finished.kind().wire());
        if (finished.reason() != null) {
            result.put("reason", finished.reason());
        }
        result.put("text", text(finished, note)).put("durationMs", millis);
        artifact(result, finished);
        if (finished.exitCode() != null) {
            result.put("exitCode", finished.exitCode());
        }
        version.ifPresent(published -> workspace(result.putObject("workspace"), published));
        return result;
    }

    private static String text(Finished finished, String note) {
        int room = Clipped.MAX_RESULT_BYTES - note.getBytes(StandardCharsets.UTF_8).length;
        return Clipped.middle(finished.text(), room, "the whole is in the artifact")
                        .text()
                + note;
    }

    private void artifact(ObjectNode result, Finished finished) throws IOException {
        Finished.@Nullable Whole whole = finished.whole();
        byte[] text = finished.text().getBytes(StandardCharsets.UTF_8);
        if (whole != null) {
            String sha256 = hash(whole.file());
            long bytes = Files.size(whole.file());
            if (!gateway.missing(List.of(sha256), PATIENCE_MILLIS).isEmpty()) {
                gateway.putFile(sha256, whole.file(), PATIENCE_MILLIS);
            }
            Files.deleteIfExists(whole.file());
            describe(result.putObject("artifact"), sha256, bytes, whole.name(), whole.mediaType());
        } else if (text.length > Clipped.MAX_RESULT_BYTES - 1_024) {
            String sha256 = Digest.hex(text);
            gateway.putBytes(sha256, text, PATIENCE_MILLIS);
            describe(result.putObject("artifact"), sha256, text.length, "result.txt", "text/plain; charset=utf-8");
        }
    }

    private static void describe(ObjectNode artifact, String sha256, long bytes, String name, String mediaType) {
        artifact.put("sha256", sha256).put("bytes", bytes).put("name", name).put("mediaType", mediaType);
    }

    private static void workspace(ObjectNode node, Versions.Published published) {
        node.put("version", published.version());
        if (published.base() != null) {
            node.put("base", published.base());
        }
        node.put("files", published.manifest().count())
                .put("bytes", published.manifest().bytes());
        ArrayNode changed = node.putArray("changed");
        published.changed().stream().limit(MAX_CHANGED).forEach(changed::add);
    }

    private static String hash(Path file) throws IOException {
        MessageDigest digest = Digest.sha256();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return Digest.hex(digest);
    }
}
