package dev.metis.conversation;

import dev.metis.access.PrincipalId;
import dev.metis.access.TenantId;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A conversation and what its runs begin with. {@code script} is what the scripted provider plays in it. */
public record Conversation(
        TenantId owner,
        ConversationId id,
        @Nullable String title,
        String profile,
        String mode,
        String provider,
        String model,
        boolean incognito,
        @Nullable JsonNode script,
        PrincipalId createdBy,
        Instant createdAt,
        Instant updatedAt,
        long version) {
    public Conversation {
        Objects.requireNonNull(owner, "owner is null");
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(createdAt, "createdAt is null");
        Objects.requireNonNull(updatedAt, "updatedAt is null");
    }

    public Conversation touched(Instant at) {
        return new Conversation(
                owner,
                id,
                title,
                profile,
                mode,
                provider,
                model,
                incognito,
                script,
                createdBy,
                createdAt,
                at,
                version + 1);
    }

    public Conversation titled(@Nullable String newTitle) {
        return new Conversation(
                owner, id, newTitle, profile, mode, provider, model, incognito, script, createdBy, createdAt, updatedAt,
                version);
    }

    public Conversation set(String newProfile, String newMode, String newProvider, String newModel) {
        return new Conversation(
                owner,
                id,
                title,
                newProfile,
                newMode,
                newProvider,
                newModel,
                incognito,
                script,
                createdBy,
                createdAt,
                updatedAt,
                version);
    }
}
