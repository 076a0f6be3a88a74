package dev.metis.tool;

import dev.metis.event.RunEventBody;
import java.util.List;
import java.util.Objects;

/** What an inline call gives: text for the model, and facts to write in the transaction of its receipt. */
public record InlineResult(boolean error, String text, List<RunEventBody> facts) {
    public InlineResult {
        Objects.requireNonNull(text, "text is null");
        facts = List.copyOf(facts);
    }

    public static InlineResult ok(String text, RunEventBody... facts) {
        return new InlineResult(false, text, List.of(facts));
    }

    public static InlineResult error(String text) {
        return new InlineResult(true, text, List.of());
    }
}
