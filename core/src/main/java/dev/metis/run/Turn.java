package dev.metis.run;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** One model answer, immutable: its parts in order, why it ended, what it consumed. */
public record Turn(int number, int attempt, List<TurnPart> parts, String finishReason, Run.Usage usage, Instant at) {
    public Turn {
        parts = List.copyOf(parts);
        Objects.requireNonNull(finishReason, "finishReason is null");
        Objects.requireNonNull(usage, "usage is null");
    }

    /**
     * A part: {@code text} or {@code reasoning} with a value, or {@code call} with the call's id, tool and arguments as
     * the model wrote them. Large values are references.
     */
    public record TurnPart(
            String type,
            @org.jspecify.annotations.Nullable JsonNode text,
            @org.jspecify.annotations.Nullable String provider,
            @org.jspecify.annotations.Nullable String callId,
            @org.jspecify.annotations.Nullable String tool,
            @org.jspecify.annotations.Nullable JsonNode arguments) {
        public static final String TEXT = "text";
        public static final String REASONING = "reasoning";
        public static final String CALL = "call";
    }
}
