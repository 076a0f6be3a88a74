package dev.metis.local.store;

import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Utf8;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The statements over the items of one {@link Table}; keys are compared by their UTF-8 bytes. The tables have rowids: new
 * items of all partitions lie behind one another, so that a commit writes few pages, and only the index is in key order.
 */
final class ItemSql {
    private static final ItemSql MAIN = new ItemSql(1, "item");
    private static final ItemSql EVENTS = new ItemSql(2, "event");

    private final int code;
    private final String create;
    private final String select;
    private final String store;
    private final String remove;
    private final String upwards;
    private final String upwardsAfter;
    private final String downwards;
    private final String downwardsAfter;

    private ItemSql(int code, String name) {
        this.code = code;
        create = "CREATE TABLE IF NOT EXISTS " + name + " (pk TEXT NOT NULL, sk TEXT NOT NULL,"
                + " bytes INTEGER NOT NULL, json BLOB NOT NULL, PRIMARY KEY (pk, sk))";
        select = "SELECT bytes, json FROM " + name + " WHERE pk = ? AND sk = ?";
        store = "INSERT INTO " + name + " (pk, sk, bytes, json) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (pk, sk) DO UPDATE SET bytes = excluded.bytes, json = excluded.json";
        remove = "DELETE FROM " + name + " WHERE pk = ? AND sk = ?";
        // One bound a side: with two, SQLite would seek the first and step over what the second excludes.
        String range = "SELECT sk, bytes, json FROM " + name + " WHERE pk = ? AND sk ";
        upwards = range + ">= ? AND sk <= ? ORDER BY sk LIMIT ?";
        upwardsAfter = range + "> ? AND sk <= ? ORDER BY sk LIMIT ?";
        downwards = range + ">= ? AND sk <= ? ORDER BY sk DESC LIMIT ?";
        downwardsAfter = range + ">= ? AND sk < ? ORDER BY sk DESC LIMIT ?";
    }

    static ItemSql of(Table table) {
        return switch (table) {
            case MAIN -> MAIN;
            case EVENTS -> EVENTS;
        };
    }

    /** The table that a code in the change log stands for. */
    static Table table(int code) {
        for (Table table : Table.values()) {
            if (of(table).code == code) {
                return table;
            }
        }
        throw new IllegalStateException("the change log names the unknown table " + code);
    }

    int code() {
        return code;
    }

    String create() {
        return create;
    }

    String select() {
        return select;
    }

    String store() {
        return store;
    }

    String remove() {
        return remove;
    }

    /** The statement that reads a range, its parameters set: one row more than the limit, to see whether there is one. */
    static PreparedStatement range(SqliteSession session, Query query) throws SQLException {
        ItemSql sql = of(query.table());
        String from = query.from();
        String to = query.to();
        String text = query.ascending() ? sql.upwards : sql.downwards;
        if (query.after().isPresent()) {
            String after = query.after().get();
            if (query.ascending() && Utf8.ORDER.compare(after, from) >= 0) {
                from = after;
                text = sql.upwardsAfter;
            } else if (!query.ascending() && Utf8.ORDER.compare(after, to) <= 0) {
                to = after;
                text = sql.downwardsAfter;
            }
        }
        PreparedStatement statement = session.statement(text);
        statement.setString(1, query.pk());
        statement.setString(2, from);
        statement.setString(3, to);
        statement.setInt(4, query.limit() + 1);
        return statement;
    }
}
