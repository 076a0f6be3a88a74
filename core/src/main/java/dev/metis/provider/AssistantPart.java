package dev.metis.provider;

import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A piece of a model's turn. */
public sealed interface AssistantPart {
    /** Text of the answer. */
    record Text(String text) implements AssistantPart {
        public Text {
            Objects.requireNonNull(text, "text is null");
        }
    }

    /** Reasoning; {@code opaque} is what its provider wants back unchanged, and no other provider ever gets. */
    record Reasoning(String text, Optional<JsonNode> opaque, String provider) implements AssistantPart {
        public Reasoning {
            Objects.requireNonNull(text, "text is null");
            Objects.requireNonNull(opaque, "opaque is null");
            Objects.requireNonNull(provider, "provider is null");
        }
    }

    /** A tool call; {@code callId} is our id, {@code tool} the catalogue's name. */
    record Call(String callId, String tool, JsonNode arguments) implements AssistantPart {
        public Call {
            Objects.requireNonNull(callId, "callId is null");
            Objects.requireNonNull(tool, "tool is null");
            Objects.requireNonNull(arguments, "arguments is null");
        }
    }
}
