package dev.metis.context;

import dev.metis.item.ItemMapper;
import dev.metis.json.CanonicalJson;
import java.util.Objects;

/**
 * The immutable input of an attempt's model calls, beside the transcript: who the model is told to be, which model, and
 * up to which message of the conversation it may look.
 */
public record ContextSnapshot(
        String instructions, String provider, String model, long throughTicket, int maxOutputTokens) {
    public ContextSnapshot {
        Objects.requireNonNull(instructions, "instructions is null");
        Objects.requireNonNull(provider, "provider is null");
        Objects.requireNonNull(model, "model is null");
    }

    public String hash() {
        return CanonicalJson.sha256(ItemMapper.toTree(this));
    }
}
