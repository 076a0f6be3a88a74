package dev.metis.provider;

import java.util.Objects;

/** What a model's answer is made of, in the order in which it came, the same for every provider. */
public sealed interface ProviderEvent {
    /** A piece of the answer's text: not empty, never splits a code point. */
    record TextDelta(String text) implements ProviderEvent {
        public TextDelta {
            requireText(text);
        }
    }

    /** A piece of reasoning: not empty, never splits a code point. */
    record ReasoningDelta(String text) implements ProviderEvent {
        public ReasoningDelta {
            requireText(text);
        }
    }

    /**
     * A whole tool call. {@code index} counts from 0 in one answer without gaps; {@code providerCallId} is the
     * provider's word or "" when it gave none, and may repeat; {@code tool} is the catalogue's name as far as the model
     * wrote one that is offered; {@code rawArguments} is what the model wrote, which may be no valid JSON.
     */
    record CallCompleted(int index, String providerCallId, String tool, String rawArguments) implements ProviderEvent {
        public CallCompleted {
            Objects.requireNonNull(providerCallId, "providerCallId is null");
            Objects.requireNonNull(tool, "tool is null");
            Objects.requireNonNull(rawArguments, "rawArguments is null");
            if (index < 0) {
                throw new IllegalArgumentException("index is " + index + "; it starts at 0");
            }
        }
    }

    /** What the call has consumed so far: a later report replaces an earlier one. Also given before a failure. */
    record UsageReported(Usage usage) implements ProviderEvent {
        public UsageReported {
            Objects.requireNonNull(usage, "usage is null");
        }
    }

    private static void requireText(String text) {
        Objects.requireNonNull(text, "text is null");
        if (text.isEmpty()) {
            throw new IllegalArgumentException("text is empty");
        }
    }
}
