package dev.metis.local.store;

import java.sql.ResultSet;
import java.sql.SQLException;

/** The tables of the change log: which items changed in which order, and how far each consumer is. */
final class ChangeLog {
    private ChangeLog() {}

    /** Makes sure that the tables are there, and answers the last number that was given to a change. */
    static long open(SqliteSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS change (seq INTEGER PRIMARY KEY, tbl INTEGER NOT NULL,"
                + " pk TEXT NOT NULL, sk TEXT NOT NULL)");
        session.execute("CREATE TABLE IF NOT EXISTS checkpoint (consumer TEXT PRIMARY KEY, seq INTEGER NOT NULL)"
                + " WITHOUT ROWID");
        return lastSeq(session);
    }

    /** The last number in the log; when it was pruned to the end, the checkpoints remember it. */
    static long lastSeq(SqliteSession session) throws SQLException {
        try (ResultSet row = session.statement("SELECT max(coalesce((SELECT max(seq) FROM change), 0),"
                        + " coalesce((SELECT max(seq) FROM checkpoint), 0))")
                .executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
