package dev.metis.local.engine;

import dev.metis.local.engine.journal.EngineJournal;
import dev.metis.local.engine.journal.JournalEntry;
import dev.metis.local.engine.journal.JournaledExecution;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A journal in memory that can lose its process: what is appended after the cut never becomes durable. */
final class MemoryJournal implements EngineJournal {
    private final Map<String, JournalEntry.DefinitionStored> definitions = new LinkedHashMap<>();
    private final Map<String, JournalEntry.ExecutionStarted> started = new LinkedHashMap<>();
    private final Map<String, TreeMap<String, String>> frames = new LinkedHashMap<>();
    private final Map<String, JournalEntry.ExecutionEnded> ended = new LinkedHashMap<>();
    private long appends;
    private long cutAfter = Long.MAX_VALUE;
    private boolean refusing;
    private final CountDownLatch cut = new CountDownLatch(1);

    /** What a new process finds; this one writes no more. */
    synchronized MemoryJournal reopen() {
        MemoryJournal copy = new MemoryJournal();
        copy.definitions.putAll(definitions);
        copy.started.putAll(started);
        frames.forEach((name, paths) -> copy.frames.put(name, new TreeMap<>(paths)));
        copy.ended.putAll(ended);
        cutAfter = 0;
        return copy;
    }

    /** Dies after so many appends from now. */
    synchronized void cutAfter(long more) {
        cutAfter = appends + more;
    }

    /** Waits until something was appended that will never be durable. */
    void awaitCut() throws InterruptedException {
        if (!cut.await(10, TimeUnit.SECONDS)) {
            throw new AssertionError("nothing was cut off");
        }
    }

    synchronized void refuse() {
        refusing = true;
    }

    synchronized long appends() {
        return appends;
    }

    synchronized void forgetDefinitions() {
        definitions.clear();
    }

    synchronized Map<String, String> frames(String execution) {
        return Map.copyOf(frames.getOrDefault(execution, new TreeMap<>()));
    }

    @Override
    public synchronized CompletableFuture<Void> append(List<JournalEntry> entries) {
        if (refusing) {
            return CompletableFuture.failedFuture(new IllegalStateException("the disk is full"));
        }
        if (appends >= cutAfter) {
            cut.countDown();
            return new CompletableFuture<>();
        }
        appends++;
        entries.forEach(this::apply);
        return CompletableFuture.completedFuture(null);
    }

    private void apply(JournalEntry entry) {
        switch (entry) {
            case JournalEntry.DefinitionStored stored -> definitions.put(stored.hash(), stored);
            case JournalEntry.ExecutionStarted start -> started.put(start.execution(), start);
            case JournalEntry.FrameStored stored ->
                frames.computeIfAbsent(stored.execution(), _ -> new TreeMap<>()).put(stored.path(), stored.frame());
            case JournalEntry.FramesDropped dropped ->
                frames.getOrDefault(dropped.execution(), new TreeMap<>())
                        .keySet()
                        .removeIf(path -> path.startsWith(dropped.below() + "/"));
            case JournalEntry.ExecutionEnded end -> {
                started.remove(end.execution());
                frames.remove(end.execution());
                ended.put(end.execution(), end);
            }
        }
    }

    @Override
    public synchronized List<JournaledExecution> running() {
        return started.values().stream()
                .map(start -> new JournaledExecution(start, frames.getOrDefault(start.execution(), new TreeMap<>())))
                .toList();
    }

    @Override
    public synchronized Optional<JournalEntry.DefinitionStored> definition(String hash) {
        return Optional.ofNullable(definitions.get(hash));
    }

    @Override
    public synchronized Optional<JournalEntry.ExecutionEnded> ended(String execution) {
        return Optional.ofNullable(ended.get(execution));
    }

    @Override
    public synchronized CompletableFuture<Void> forgetEndedBefore(Instant instant) {
        ended.values().removeIf(end -> end.endedAt().isBefore(instant));
        return CompletableFuture.completedFuture(null);
    }
}
