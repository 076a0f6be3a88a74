package dev.metis.local.engine;

import static dev.metis.local.engine.EngineFixture.invoke;
import static dev.metis.local.engine.EngineFixture.json;
import static dev.metis.local.engine.EngineFixture.machine;
import static dev.metis.local.engine.EngineFixture.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.journal.EngineJournal;
import dev.metis.local.engine.journal.JournalEntry;
import dev.metis.local.engine.journal.JournaledExecution;
import dev.metis.local.engine.journal.SqliteEngineJournal;
import dev.metis.local.store.SqliteDatabase;
import dev.metis.port.Orchestrator.ExecutionStatus;
import dev.metis.port.Orchestrator.TokenResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What a journal promises, kept by the one of the tests and the one on disk; and the engine on the latter. */
@Timeout(60)
class EngineJournalTest {
    enum Kind {
        MEMORY,
        SQLITE
    }

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00.123Z");
    private static final JournalEntry.DefinitionStored DEFINITION =
            new JournalEntry.DefinitionStored("hash", "m", "{}");
    private static final JsonNode ONE = ItemMapper.parse("1");

    @TempDir
    private Path folder;

    private SqliteDatabase database;

    @BeforeEach
    void open() {
        database = SqliteDatabase.open(folder.resolve("metis.db"));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private EngineJournal journal(Kind kind) {
        return switch (kind) {
            case MEMORY -> new MemoryJournal();
            case SQLITE -> new SqliteEngineJournal(database);
        };
    }

    private static void append(EngineJournal journal, JournalEntry... entries) throws Exception {
        journal.append(List.of(entries)).get(10, TimeUnit.SECONDS);
    }

    private static JournalEntry.ExecutionStarted started(String name) {
        return new JournalEntry.ExecutionStarted(name, "hash", "{\"a\":1}", NOW);
    }

    private static JournalEntry.FrameStored frame(String path, String frame) {
        return new JournalEntry.FrameStored("x", path, frame);
    }

    @ParameterizedTest
    @EnumSource
    void whatRunsIsFoundWithTheLastFrameOfEachPath(Kind kind) throws Exception {
        EngineJournal journal = journal(kind);
        append(journal, DEFINITION, DEFINITION, started("x"), frame("", "{}"), frame("/0", "{}"), started("y"));
        append(journal, frame("", "[1]"), frame("/1", "[2]"));
        assertEquals(Optional.of(DEFINITION), journal.definition("hash"));
        assertEquals(Optional.empty(), journal.definition("other"));
        assertEquals(
                List.of(
                        new JournaledExecution(started("x"), Map.of("", "[1]", "/0", "{}", "/1", "[2]")),
                        new JournaledExecution(started("y"), Map.of())),
                journal.running());
        assertEquals(Optional.empty(), journal.ended("x"));
    }

    @ParameterizedTest
    @EnumSource
    void droppedFramesAreThoseBelowAndNotTheirNeighbours(Kind kind) throws Exception {
        EngineJournal journal = journal(kind);
        append(
                journal,
                started("x"),
                frame("", "1"),
                frame("/1", "1"),
                frame("/1/0", "1"),
                frame("/1/12/3", "1"),
                frame("/10", "1"),
                frame("/10/0", "1"),
                new JournalEntry.FrameStored("xx", "/1/0", "1"));
        append(journal, new JournalEntry.FramesDropped("x", "/1"), frame("/1/0", "2"));
        assertEquals(
                Map.of("", "1", "/1", "1", "/1/0", "2", "/10", "1", "/10/0", "1"),
                journal.running().getFirst().frames());
        append(journal, new JournalEntry.FramesDropped("x", ""));
        assertEquals(Map.of("", "1"), journal.running().getFirst().frames());
    }

    @ParameterizedTest
    @EnumSource
    void anEndLeavesNameStatusAndErrorUntilItIsForgotten(Kind kind) throws Exception {
        EngineJournal journal = journal(kind);
        JournalEntry.ExecutionEnded end = new JournalEntry.ExecutionEnded("x", ExecutionStatus.FAILED, "E", null, NOW);
        append(journal, started("x"), frame("", "1"));
        append(journal, end);
        assertEquals(List.of(), journal.running());
        assertEquals(Optional.of(end), journal.ended("x"));
        journal.forgetEndedBefore(NOW).get(10, TimeUnit.SECONDS);
        assertEquals(Optional.of(end), journal.ended("x"));
        journal.forgetEndedBefore(NOW.plusMillis(1)).get(10, TimeUnit.SECONDS);
        assertEquals(Optional.empty(), journal.ended("x"));
    }

    @Test
    void theJournalOnDiskForgetsDefinitionsThatNothingUses() throws Exception {
        EngineJournal journal = new SqliteEngineJournal(database);
        append(journal, DEFINITION, new JournalEntry.DefinitionStored("unused", "m", "{}"), started("x"));
        EngineJournal again = new SqliteEngineJournal(database);
        assertEquals(Optional.of(DEFINITION), again.definition("hash"));
        assertEquals(Optional.empty(), again.definition("unused"));
    }

    @Test
    void afterAFailedAppendTheJournalOnDiskTakesNoMore() throws Exception {
        EngineJournal journal = new SqliteEngineJournal(database);
        append(journal, started("x"));
        CompletableFuture<Void> twice = journal.append(List.of(started("x")));
        CompletableFuture<Void> after = journal.append(List.of(frame("", "1")));
        assertThrows(ExecutionException.class, () -> twice.get(10, TimeUnit.SECONDS));
        assertThrows(ExecutionException.class, () -> after.get(10, TimeUnit.SECONDS));
        assertEquals(Map.of(), journal.running().getFirst().frames());
    }

    @Test
    void anInterruptedThreadAppendsAllTheSameAndStaysInterrupted() throws Exception {
        EngineJournal journal = new SqliteEngineJournal(database);
        Thread.currentThread().interrupt();
        CompletableFuture<Void> durable = journal.append(List.of(started("x")));
        assertTrue(Thread.interrupted());
        durable.get(10, TimeUnit.SECONDS);
        assertEquals(1, journal.running().size());
    }

    @Test
    void theEngineGoesOnFromTheFile() throws Exception {
        BlockingQueue<String> tokens = new LinkedBlockingQueue<>();
        FunctionInvoker functions = (_, payload) -> {
            if (payload.has("token")) {
                tokens.add(payload.get("token").stringValue());
            }
            return payload;
        };
        AslEngine before = engine(functions, new CompletableFuture<>());
        before.deploy(
                "m",
                json(machine("A", invoke("A", "f", "'Next':'B'") + "," + waiting("B", "ask", "'End':true"))),
                Map.of());
        before.start("m", "x", ItemMapper.parse("{}"));
        String token = Objects.requireNonNull(tokens.poll(10, TimeUnit.SECONDS));
        before.close();
        database.close();
        open();
        CompletableFuture<ExecutionStatus> end = new CompletableFuture<>();
        AslEngine after = engine(functions, end);
        assertEquals(Optional.of(ExecutionStatus.RUNNING), after.status("x"));
        assertEquals(TokenResult.ACCEPTED, after.succeed(token, ONE));
        assertEquals(ExecutionStatus.SUCCEEDED, end.get(10, TimeUnit.SECONDS));
        assertEquals(Optional.of(ExecutionStatus.SUCCEEDED), after.status("x"));
        after.close();
    }

    private AslEngine engine(FunctionInvoker functions, CompletableFuture<ExecutionStatus> end) {
        ManualClock clock = new ManualClock();
        EngineListener listener = new EngineListener() {
            @Override
            public void executionEnded(
                    String name,
                    JsonNode input,
                    ExecutionStatus status,
                    @Nullable String error,
                    @Nullable String cause) {
                end.complete(status);
            }
        };
        AslEngine engine = new AslEngine(new AslEngine.Parts(
                clock, new EngineFixture.SeededIds(), clock, new SqliteEngineJournal(database), functions, listener));
        engine.resume();
        return engine;
    }
}
