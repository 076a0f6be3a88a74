package dev.metis.provider;

import java.util.List;
import java.util.Objects;

/** What was said so far, in order. A codec adapts it to its wire; the stored transcript is never changed for one. */
public sealed interface TranscriptEntry {
    /** What a person wrote. */
    record UserMessage(String text) implements TranscriptEntry {
        public UserMessage {
            Objects.requireNonNull(text, "text is null");
        }
    }

    /** What a model answered in one turn. */
    record AssistantTurn(List<AssistantPart> parts) implements TranscriptEntry {
        public AssistantTurn {
            parts = List.copyOf(parts);
        }
    }

    /** What a call gave back. */
    record ToolResult(String callId, String tool, boolean error, String text) implements TranscriptEntry {
        public ToolResult {
            Objects.requireNonNull(callId, "callId is null");
            Objects.requireNonNull(tool, "tool is null");
            Objects.requireNonNull(text, "text is null");
        }
    }
}
