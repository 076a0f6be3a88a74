package dev.metis.provider;

import java.util.Objects;

/** The provider's word that the answer is whole, and why it ended. */
public record TurnEnd(FinishReason reason) {
    public TurnEnd {
        Objects.requireNonNull(reason, "reason is null");
    }
}
