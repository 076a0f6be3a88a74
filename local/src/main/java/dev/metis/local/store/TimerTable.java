package dev.metis.local.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The timers in the database. Each time a timer is set it gets a version of its own, never used before or after. */
final class TimerTable {
    /** A timer is known by its target and key. */
    record Name(String target, String key) {}

    /** A timer that is due. */
    record Due(Name name, long version) {}

    private final AtomicLong lastVersion;

    private TimerTable(long lastVersion) {
        this.lastVersion = new AtomicLong(lastVersion);
    }

    /** Makes sure that the table is there. */
    static TimerTable open(SqliteSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS timer (target TEXT NOT NULL, key TEXT NOT NULL,"
                + " at INTEGER NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (target, key)) WITHOUT ROWID");
        session.execute("CREATE INDEX IF NOT EXISTS timer_at ON timer (target, at)");
        try (ResultSet row =
                session.statement("SELECT coalesce(max(version), 0) FROM timer").executeQuery()) {
            row.next();
            return new TimerTable(row.getLong(1));
        }
    }

    void put(SqliteSession session, Name name, Instant at) throws SQLException {
        PreparedStatement statement = session.statement("INSERT INTO timer (target, key, at, version)"
                + " VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (target, key) DO UPDATE SET at = excluded.at, version = excluded.version");
        statement.setString(1, name.target());
        statement.setString(2, name.key());
        statement.setLong(3, at.toEpochMilli());
        statement.setLong(4, lastVersion.incrementAndGet());
        statement.executeUpdate();
    }

    static void remove(SqliteSession session, Name name) throws SQLException {
        PreparedStatement statement = session.statement("DELETE FROM timer WHERE target = ? AND key = ?");
        statement.setString(1, name.target());
        statement.setString(2, name.key());
        statement.executeUpdate();
    }

    /** Removes a timer that has fired, unless it was set anew since. */
    static void removeFired(SqliteSession session, Due fired) throws SQLException {
        PreparedStatement statement =
                session.statement("DELETE FROM timer WHERE target = ? AND key = ? AND version = ?");
        statement.setString(1, fired.name().target());
        statement.setString(2, fired.name().key());
        statement.setLong(3, fired.version());
        statement.executeUpdate();
    }

    /** The timers of a target that are due, the oldest first. */
    static List<Due> due(SqliteSession session, String target, Instant now, int limit) throws SQLException {
        PreparedStatement statement =
                session.statement("SELECT key, version FROM timer WHERE target = ? AND at <= ? ORDER BY at LIMIT ?");
        statement.setString(1, target);
        statement.setLong(2, now.toEpochMilli());
        statement.setInt(3, limit);
        List<Due> due = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                due.add(new Due(new Name(target, rows.getString(1)), rows.getLong(2)));
            }
        }
        return due;
    }

    /** When the next timer of a target will be due. */
    static Optional<Instant> next(SqliteSession session, String target, Instant now) throws SQLException {
        PreparedStatement statement = session.statement("SELECT min(at) FROM timer WHERE target = ? AND at > ?");
        statement.setString(1, target);
        statement.setLong(2, now.toEpochMilli());
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            long at = row.getLong(1);
            return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(at));
        }
    }
}
