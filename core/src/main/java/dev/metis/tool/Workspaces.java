package dev.metis.tool;

import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.ArtifactStore;
import dev.metis.port.Condition;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The versions of a conversation's workspace: which one is current, and what a file of it was. */
public final class Workspaces {
    private static final long MAX_MANIFEST_BYTES = 64L * 1024 * 1024;

    private final ItemStore store;
    private final ArtifactStore artifacts;

    public Workspaces(ItemStore store, ArtifactStore artifacts) {
        this.store = store;
        this.artifacts = artifacts;
    }

    /** The current version (the SHA-256 of its manifest), or empty before the first. */
    public Optional<String> current(TenantId owner, ConversationId conversation) {
        return store.get(Keys.workspaceHead(owner, conversation))
                .map(item -> item.attributes().path("version").asString());
    }

    /**
     * The file that a change names, as the current version has it; empty when the path leaves the workspace or there is
     * no version yet, so that nothing can be said of it.
     */
    public Optional<FileBefore> fileBefore(TenantId owner, ConversationId conversation, String path) {
        Optional<String> normal = normal(path);
        Optional<String> version = current(owner, conversation);
        if (normal.isEmpty() || version.isEmpty()) {
            return Optional.empty();
        }
        JsonNode file = manifest(owner, version.get()).path("files").path(normal.get());
        String hash =
                file.isMissingNode() ? FileBefore.ABSENT : file.path("sha256").asString();
        return Optional.of(new FileBefore(normal.get(), hash));
    }

    /** The writes that make a version known and current, on the base it was made from. */
    public List<Write> publish(
            TenantId owner, ConversationId conversation, CallId call, String version, Optional<String> base) {
        ObjectNode head = ItemMapper.object();
        head.put("version", version);
        ObjectNode item = ItemMapper.object();
        base.ifPresent(b -> item.put("parent", b));
        item.put("callId", call.value());
        Condition onBase = base.<Condition>map(b -> new Condition.Equal(List.of("version"), ItemMapper.toTree(b)))
                .orElse(new Condition.NotExists());
        return List.of(
                new Write.Put(Keys.workspaceHead(owner, conversation), head, onBase),
                // The same content may come back: the first item that named it stands.
                new Write.Put(
                        Keys.workspaceVersion(owner, conversation, version + "#" + call.value()),
                        item,
                        new Condition.NotExists()));
    }

    private JsonNode manifest(TenantId owner, String version) {
        try (InputStream in = artifacts
                .open(owner.value(), version, 0, MAX_MANIFEST_BYTES)
                .orElseThrow(() -> new PermanentException(
                        ErrorCode.INTERNAL, "the manifest of the current workspace version is missing"))) {
            return ItemMapper.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new TransientException(ErrorCode.STORE_UNAVAILABLE, "the workspace manifest could not be read", e);
        }
    }

    /** The path relative to the workspace without dots, or empty when it leaves the workspace or names all of it. */
    private static Optional<String> normal(String path) {
        String relative = path.startsWith("/workspace/") ? path.substring("/workspace/".length()) : path;
        if (relative.startsWith("/")) {
            return Optional.empty();
        }
        Deque<String> parts = new ArrayDeque<>();
        for (String part : relative.split("/", -1)) {
            if (part.equals("..")) {
                if (parts.pollLast() == null) {
                    return Optional.empty();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("/", parts));
    }
}
