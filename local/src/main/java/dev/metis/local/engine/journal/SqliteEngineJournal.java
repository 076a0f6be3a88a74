package dev.metis.local.engine.journal;

import dev.metis.error.ErrorCode;
import dev.metis.error.TransientException;
import dev.metis.local.store.SqliteDatabase;
import dev.metis.local.store.SqliteSession;
import dev.metis.port.Orchestrator.ExecutionStatus;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The journal in three tables of the local database: definitions, executions, and the frames of running ones. An append
 * joins the writer's group commit. After one append has failed none succeeds any more, for what follows may build on what
 * is missing: the engine has to be opened again.
 */
public final class SqliteEngineJournal implements EngineJournal {
    private static final List<String> SCHEMA = List.of("""
            CREATE TABLE IF NOT EXISTS engine_definition (
                hash TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL) STRICT, WITHOUT ROWID""", """
            CREATE TABLE IF NOT EXISTS engine_execution (
                execution TEXT PRIMARY KEY, status TEXT NOT NULL, definition TEXT NOT NULL, started_at INTEGER NOT NULL,
                input TEXT, ended_at INTEGER, error TEXT, cause TEXT) STRICT, WITHOUT ROWID""", """
            CREATE INDEX IF NOT EXISTS engine_execution_running ON engine_execution (definition)
                WHERE status = 'RUNNING'""", """
            CREATE INDEX IF NOT EXISTS engine_execution_ended ON engine_execution (ended_at)
                WHERE ended_at IS NOT NULL""", """
            CREATE TABLE IF NOT EXISTS engine_frame (
                execution TEXT NOT NULL, path TEXT NOT NULL, frame TEXT NOT NULL,
                PRIMARY KEY (execution, path)) STRICT, WITHOUT ROWID""");

    private static final String STORE_DEFINITION =
            "INSERT INTO engine_definition (hash, name, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    private static final String START =
            "INSERT INTO engine_execution (execution, status, definition, started_at, input) VALUES (?, 'RUNNING', ?, ?, ?)";
    private static final String STORE_FRAME = "INSERT INTO engine_frame (execution, path, frame) VALUES (?, ?, ?)"
            + " ON CONFLICT DO UPDATE SET frame = excluded.frame";
    /** '0' follows '/': the range holds exactly the paths below. */
    private static final String DROP_FRAMES = "DELETE FROM engine_frame WHERE execution = ? AND path > ? AND path < ?";

    private final SqliteDatabase database;
    private volatile boolean failed;

    /** Opens the journal, creates its tables where they are missing, and forgets definitions that nothing uses. */
    public SqliteEngineJournal(SqliteDatabase database) {
        this.database = Objects.requireNonNull(database, "database is null");
        database.writer().<@Nullable Void>write(session -> {
            for (String statement : SCHEMA) {
                session.execute(statement);
            }
            session.execute("DELETE FROM engine_definition WHERE hash NOT IN"
                    + " (SELECT definition FROM engine_execution WHERE status = 'RUNNING')");
            return null;
        });
    }

    @Override
    public CompletableFuture<Void> append(List<JournalEntry> entries) {
        List<JournalEntry> copy = List.copyOf(entries);
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try {
                    return submit(copy);
                } catch (TransientException e) {
                    // An interruption is meant for the caller's work: nothing was handed over, so hand it over again.
                    if (!Thread.currentThread().isInterrupted()) {
                        throw e;
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private CompletableFuture<Void> submit(List<JournalEntry> entries) {
        return database.writer()
                .<@Nullable Void>submit(session -> {
                    applyAll(session, entries);
                    return null;
                })
                .thenRun(() -> {})
                .whenComplete((_, failure) -> failed |= failure != null);
    }

    private void applyAll(SqliteSession session, List<JournalEntry> entries) throws SQLException {
        if (failed) {
            throw new TransientException(
                    ErrorCode.ORCHESTRATOR_UNAVAILABLE, "An earlier append failed; the engine has to be opened again.");
        }
        try {
            for (JournalEntry entry : entries) {
                apply(session, entry);
            }
        } catch (SQLException | RuntimeException e) {
            failed = true; // at once: the next unit of the same commit must see it
            throw e;
        }
    }

    private static void apply(SqliteSession session, JournalEntry entry) throws SQLException {
        switch (entry) {
            case JournalEntry.DefinitionStored(String hash, String name, String text) ->
                update(session, STORE_DEFINITION, hash, name, text);
            case JournalEntry.ExecutionStarted(String execution, String hash, String input, Instant at) ->
                update(session, START, execution, hash, at.toEpochMilli(), input);
            case JournalEntry.FrameStored(String execution, String path, String frame) ->
                update(session, STORE_FRAME, execution, path, frame);
            case JournalEntry.FramesDropped(String execution, String below) ->
                update(session, DROP_FRAMES, execution, below + "/", below + "0");
            case JournalEntry.ExecutionEnded ended -> end(session, ended);
        }
    }

    private static void end(SqliteSession session, JournalEntry.ExecutionEnded ended) throws SQLException {
        update(session, "DELETE FROM engine_frame WHERE execution = ?", ended.execution());
        update(
                session,
                "UPDATE engine_execution SET status = ?, error = ?, cause = ?, ended_at = ?, input = NULL"
                        + " WHERE execution = ?",
                ended.status().name(),
                ended.error(),
                ended.cause(),
                ended.endedAt().toEpochMilli(),
                ended.execution());
    }

    private static void update(SqliteSession session, String sql, @Nullable Object... values) throws SQLException {
        bind(session.statement(sql), values).executeUpdate();
    }

    private static PreparedStatement bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int index = 0; index < values.length; index++) {
            statement.setObject(index + 1, values[index]);
        }
        return statement;
    }

    @Override
    public List<JournaledExecution> running() {
        Map<String, Map<String, String>> frames = new HashMap<>();
        return database.readers().read(session -> {
            try (ResultSet rows = session.statement("SELECT execution, path, frame FROM engine_frame")
                    .executeQuery()) {
                while (rows.next()) {
                    frames.computeIfAbsent(rows.getString(1), _ -> new HashMap<>())
                            .put(rows.getString(2), rows.getString(3));
                }
            }
            List<JournaledExecution> running = new ArrayList<>();
            String sql =
                    "SELECT execution, definition, input, started_at FROM engine_execution WHERE status = 'RUNNING'";
            try (ResultSet rows = session.statement(sql).executeQuery()) {
                while (rows.next()) {
                    JournalEntry.ExecutionStarted start = new JournalEntry.ExecutionStarted(
                            rows.getString(1),
                            rows.getString(2),
                            rows.getString(3),
                            Instant.ofEpochMilli(rows.getLong(4)));
                    running.add(new JournaledExecution(start, frames.getOrDefault(start.execution(), Map.of())));
                }
            }
            return running;
        });
    }

    @Override
    public Optional<JournalEntry.DefinitionStored> definition(String hash) {
        return database.readers().read(session -> {
            String sql = "SELECT hash, name, text FROM engine_definition WHERE hash = ?";
            try (ResultSet rows = bind(session.statement(sql), hash).executeQuery()) {
                return rows.next()
                        ? Optional.of(new JournalEntry.DefinitionStored(
                                rows.getString(1), rows.getString(2), rows.getString(3)))
                        : Optional.empty();
            }
        });
    }

    @Override
    public Optional<JournalEntry.ExecutionEnded> ended(String execution) {
        return database.readers().read(session -> {
            String sql = "SELECT status, error, cause, ended_at FROM engine_execution"
                    + " WHERE execution = ? AND ended_at IS NOT NULL";
            try (ResultSet rows = bind(session.statement(sql), execution).executeQuery()) {
                return rows.next()
                        ? Optional.of(new JournalEntry.ExecutionEnded(
                                execution,
                                ExecutionStatus.valueOf(rows.getString(1)),
                                rows.getString(2),
                                rows.getString(3),
                                Instant.ofEpochMilli(rows.getLong(4))))
                        : Optional.empty();
            }
        });
    }

    @Override
    public CompletableFuture<Void> forgetEndedBefore(Instant instant) {
        return database.writer()
                .<@Nullable Void>submit(session -> {
                    update(session, "DELETE FROM engine_execution WHERE ended_at < ?", instant.toEpochMilli());
                    return null;
                })
                .thenRun(() -> {});
    }
}
