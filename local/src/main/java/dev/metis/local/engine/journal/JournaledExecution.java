package dev.metis.local.engine.journal;

import java.util.Map;
import java.util.Objects;

/** What is left of an execution that has not ended: its start, and its frames by path. */
public record JournaledExecution(JournalEntry.ExecutionStarted start, Map<String, String> frames) {
    public JournaledExecution {
        Objects.requireNonNull(start, "start is null");
        frames = Map.copyOf(frames);
    }
}
