package dev.metis.local.sandbox;

import dev.metis.conversation.ConversationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The live directories of conversations, and beside them, out of every command's sight, the state of their versions. */
final class Workspaces {
    private static final String VERSION_FILE = "version.json";

    private final Path live;
    private final Path states;
    private final Folders folders;
    private final WorkspaceRestorer restorer;

    Workspaces(Path data, Folders folders, WorkspaceRestorer restorer) {
        this.live = data.resolve("workspaces");
        this.states = data.resolve("workspace-state");
        this.folders = folders;
        this.restorer = restorer;
    }

    Path folder(ConversationId conversation) {
        return live.resolve(conversation.value());
    }

    /** An empty workspace for the self-test. */
    Path probe() throws IOException {
        return folders.make(live.resolveSibling("workspace-probe"), true);
    }

    Path state(ConversationId conversation) throws IOException {
        Path state = folders.make(states.resolve(conversation.value()), false);
        folders.giveTree(state);
        return state;
    }

    /** The live directory: as it is; rebuilt from its last version when it was lost; or new and empty. */
    Path open(String owner, ConversationId conversation) throws IOException {
        Path folder = folder(conversation);
        Files.createDirectories(live);
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            String version = lastVersion(conversation);
            if (!version.isEmpty()) {
                restorer.restore(owner, version, folder);
            }
        }
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return folders.make(folder, true);
        }
        folders.giveTree(folder);
        return folder;
    }

    private String lastVersion(ConversationId conversation) throws IOException {
        try {
            String json = Files.readString(states.resolve(conversation.value()).resolve(VERSION_FILE));
            return JsonMapper.shared().readTree(json).path("version").asString();
        } catch (NoSuchFileException e) {
            return "";
        } catch (JacksonException e) {
            throw new IOException("the state of the workspace's versions is damaged", e);
        }
    }
}
