package dev.metis.local.store;

import dev.metis.port.ChangeFeed.ItemChange;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Table;
import dev.metis.port.rule.ItemJson;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The change log in the database: which items changed in which order, and how far each consumer is. Numbers only grow:
 * SQLite gives the largest in the table plus one, and the last entry is never pruned.
 */
final class ChangeLog {
    private static final String READ = "SELECT c.seq, c.tbl, c.pk, c.sk, coalesce(i.json, e.json) FROM change c"
            + " LEFT JOIN item i ON c.tbl = " + ItemSql.of(Table.MAIN).code() + " AND i.pk = c.pk AND i.sk = c.sk"
            + " LEFT JOIN event e ON c.tbl = " + ItemSql.of(Table.EVENTS).code() + " AND e.pk = c.pk AND e.sk = c.sk"
            + " WHERE c.seq > ? ORDER BY c.seq LIMIT ?";

    /** Changes in order, and the number of the last of them. */
    record Batch(List<ItemChange> changes, long lastSeq) {
        Batch {
            changes = List.copyOf(changes);
        }
    }

    private ChangeLog() {}

    /** Makes sure that the tables are there. */
    static void create(SqliteSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS change (seq INTEGER PRIMARY KEY, tbl INTEGER NOT NULL,"
                + " pk TEXT NOT NULL, sk TEXT NOT NULL)");
        session.execute("CREATE TABLE IF NOT EXISTS checkpoint (consumer TEXT PRIMARY KEY, seq INTEGER NOT NULL)"
                + " WITHOUT ROWID");
    }

    static void append(SqliteSession session, ItemKey key) throws SQLException {
        PreparedStatement statement = session.statement("INSERT INTO change (tbl, pk, sk) VALUES (?, ?, ?)");
        statement.setInt(1, ItemSql.of(key.table()).code());
        statement.setString(2, key.pk());
        statement.setString(3, key.sk());
        statement.executeUpdate();
    }

    /** The next changes with the items as they are now: at most {@code limit}, and about a page of bytes. */
    static Batch read(SqliteSession session, long afterSeq, int limit) throws SQLException {
        PreparedStatement statement = session.statement(READ);
        statement.setLong(1, afterSeq);
        statement.setInt(2, limit);
        List<ItemChange> changes = new ArrayList<>();
        long last = afterSeq;
        int bytes = 0;
        try (ResultSet rows = statement.executeQuery()) {
            while (bytes < ItemStore.MAX_PAGE_BYTES && rows.next()) {
                last = rows.getLong(1);
                ItemKey key = new ItemKey(ItemSql.table(rows.getInt(2)), rows.getString(3), rows.getString(4));
                byte[] json = rows.getBytes(5);
                bytes += json == null ? 0 : json.length;
                changes.add(new ItemChange(
                        key, Optional.ofNullable(json).map(image -> new Item(key, ItemJson.read(image)))));
            }
        }
        return new Batch(changes, last);
    }

    /** Makes the consumer known, from the end of the log on, if it is not, and answers its checkpoint. */
    static long register(SqliteSession session, String consumer) throws SQLException {
        PreparedStatement insert = session.statement("INSERT INTO checkpoint (consumer, seq)"
                + " VALUES (?, coalesce((SELECT max(seq) FROM change), 0)) ON CONFLICT (consumer) DO NOTHING");
        insert.setString(1, consumer);
        insert.executeUpdate();
        PreparedStatement select = session.statement("SELECT seq FROM checkpoint WHERE consumer = ?");
        select.setString(1, consumer);
        try (ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    static void saveCheckpoint(SqliteSession session, String consumer, long seq) throws SQLException {
        PreparedStatement statement = session.statement("UPDATE checkpoint SET seq = ? WHERE consumer = ?");
        statement.setLong(1, seq);
        statement.setString(2, consumer);
        statement.executeUpdate();
    }

    /** Forgets what every consumer has finished, all but the last entry. */
    static void prune(SqliteSession session) throws SQLException {
        session.statement("DELETE FROM change WHERE seq <= (SELECT min(seq) FROM checkpoint)"
                        + " AND seq < (SELECT max(seq) FROM change)")
                .executeUpdate();
    }
}
