package dev.metis.providers.compatible;

import java.util.Locale;
import java.util.Optional;

/**
 * What one endpoint has been found to take: learnt from its refusals, as no list of servers would stay true. A request
 * that was refused for a habit is asked once more without it, before anything was streamed.
 */
record Habits(boolean usageInStream, boolean completionTokens) {
    /** The habits to try instead, when a refusal names a field that there is another way for. */
    Optional<Habits> after(String refusal) {
        String text = refusal.toLowerCase(Locale.ROOT);
        if (usageInStream && (text.contains("stream_options") || text.contains("include_usage"))) {
            return Optional.of(new Habits(false, completionTokens));
        }
        if (completionTokens && text.contains("max_completion_tokens")) {
            return Optional.of(new Habits(usageInStream, false));
        }
        if (!completionTokens && text.contains("max_tokens") && text.contains("max_completion_tokens")) {
            return Optional.of(new Habits(usageInStream, true));
        }
        return Optional.empty();
    }
}
