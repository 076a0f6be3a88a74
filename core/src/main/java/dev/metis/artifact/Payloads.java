package dev.metis.artifact;

import dev.metis.access.TenantId;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.item.Lookups;
import dev.metis.port.ArtifactStore;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.Write;
import dev.metis.run.RunId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Keeps large values out of items and events: a value over {@value #INLINE_BYTES} bytes is stored as an artifact and
 * appears as {@code {"dataRef":{artifactId,bytes,sha256,head}}} everywhere. The bytes are stored before the item that
 * names them, so a reference is never dangling; a crash between leaves bytes that nothing names.
 */
public final class Payloads {
    public static final int INLINE_BYTES = 24 * 1024;
    /** Largest value that may be stowed. */
    public static final int MAX_BYTES = 16 * 1024 * 1024;

    private static final int HEAD_CHARS = 1_000;
    private static final String REF = "dataRef";

    private final ArtifactStore artifacts;
    private final IdSource ids;

    public Payloads(ArtifactStore artifacts, IdSource ids) {
        this.artifacts = artifacts;
        this.ids = ids;
    }

    /** The value itself, or the reference to it; the artifact's items are handed to {@code writes}. */
    public JsonNode stow(TenantId owner, RunId run, String name, JsonNode value, Instant now, Consumer<Write> writes) {
        String text = value.isString() ? value.asString() : ItemMapper.write(value);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= INLINE_BYTES) {
            return value;
        }
        String mediaType = value.isString() ? "text/plain" : "application/json";
        ArtifactStore.Blob blob = put(owner, bytes);
        Artifact artifact = new Artifact(
                new ArtifactId(ArtifactId.PREFIX + ids.ulid()), run, name, mediaType, blob.bytes(), blob.sha256(), now);
        writes(owner, artifact, writes);
        ObjectNode ref = ItemMapper.object();
        ref.put("artifactId", artifact.id().value());
        ref.put("bytes", artifact.bytes());
        ref.put("sha256", artifact.sha256());
        ref.put("mediaType", mediaType);
        ref.put("head", head(text));
        ObjectNode wrapper = ItemMapper.object();
        wrapper.set(REF, ref);
        return wrapper;
    }

    /** Replaces each member of an object that is too large to lie inline. */
    public ObjectNode stowMembers(
            TenantId owner, RunId run, String name, ObjectNode object, Instant now, Consumer<Write> writes) {
        ObjectNode result = ItemMapper.object();
        object.forEachEntry((key, value) -> result.set(key, stow(owner, run, name + "-" + key, value, now, writes)));
        return result;
    }

    /** The value that was stowed. */
    public JsonNode load(TenantId owner, JsonNode value) {
        JsonNode ref = value.path(REF);
        if (!value.isObject() || value.size() != 1 || !ref.isObject()) {
            return value;
        }
        String text = read(owner, ref.path("sha256").asString());
        return "text/plain".equals(ref.path("mediaType").asString())
                ? StringNode.valueOf(text)
                : ItemMapper.parse(text);
    }

    /** The items that make an artifact known. */
    public static void writes(TenantId owner, Artifact artifact, Consumer<Write> writes) {
        writes.accept(new Write.Put(
                Keys.ofRun(owner, artifact.runId(), "ART", artifact.id().value()),
                ItemMapper.attributes(artifact),
                new Condition.NotExists()));
        writes.accept(Lookups.put(owner, artifact.id().value(), artifact.runId()));
    }

    private ArtifactStore.Blob put(TenantId owner, byte[] bytes) {
        try {
            return artifacts.put(owner.value(), new ByteArrayInputStream(bytes), MAX_BYTES);
        } catch (IOException e) {
            throw new TransientException(
                    ErrorCode.STORE_UNAVAILABLE, "the artifact store did not take " + bytes.length + " bytes", e);
        }
    }

    private String read(TenantId owner, String sha256) {
        try (InputStream in = artifacts
                .open(owner.value(), sha256, 0, MAX_BYTES)
                .orElseThrow(() -> new PermanentException(
                        ErrorCode.INTERNAL, "the artifact store lost the bytes with SHA-256 " + sha256))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new TransientException(
                    ErrorCode.STORE_UNAVAILABLE, "the artifact store did not give the bytes with SHA-256 " + sha256, e);
        }
    }

    private static String head(String text) {
        if (text.length() <= HEAD_CHARS) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(HEAD_CHARS - 1)) ? HEAD_CHARS - 1 : HEAD_CHARS;
        return text.substring(0, end);
    }
}
