package dev.metis.local.engine.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps what running executions need. A later entry replaces an earlier one of the same key, so what is kept, and what a
 * restart reads, is in proportion to what runs, not to what has happened.
 */
public interface EngineJournal {
    /**
     * Makes the entries durable, all or none, after those of every earlier call. The future ends when they are durable or
     * can never be; its followers must not block.
     */
    CompletableFuture<Void> append(List<JournalEntry> entries);

    /** The executions that have not ended, each with its frames. */
    List<JournaledExecution> running();

    /** The definition with that hash, as long as a running execution uses it or it was stored since the journal opened. */
    Optional<JournalEntry.DefinitionStored> definition(String hash);

    /** How an execution ended, unless it runs, never was, or is forgotten. */
    Optional<JournalEntry.ExecutionEnded> ended(String execution);

    /** Forgets executions that ended before the instant; their names can be used again. */
    CompletableFuture<Void> forgetEndedBefore(Instant instant);
}
