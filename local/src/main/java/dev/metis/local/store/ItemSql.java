package dev.metis.local.store;

import dev.metis.port.Table;

/** The statements over the items of one {@link Table}; keys are compared by their UTF-8 bytes. */
record ItemSql(
        int code, String create, String select, String ascending, String descending, String store, String remove) {
    private static final ItemSql MAIN = over(1, "item");
    private static final ItemSql EVENTS = over(2, "event");

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

    String range(boolean isAscending) {
        return isAscending ? ascending : descending;
    }

    private static ItemSql over(int code, String name) {
        String range = "SELECT sk, bytes, json FROM " + name + " WHERE pk = ? AND sk >= ? AND sk <= ? AND sk ";
        return new ItemSql(
                code,
                "CREATE TABLE IF NOT EXISTS " + name + " (pk TEXT NOT NULL, sk TEXT NOT NULL, bytes INTEGER NOT NULL,"
                        + " json BLOB NOT NULL, PRIMARY KEY (pk, sk)) WITHOUT ROWID",
                "SELECT bytes, json FROM " + name + " WHERE pk = ? AND sk = ?",
                range + "> ? ORDER BY sk LIMIT ?",
                range + "< ? ORDER BY sk DESC LIMIT ?",
                "INSERT INTO " + name + " (pk, sk, bytes, json) VALUES (?, ?, ?, ?)"
                        + " ON CONFLICT (pk, sk) DO UPDATE SET bytes = excluded.bytes, json = excluded.json",
                "DELETE FROM " + name + " WHERE pk = ? AND sk = ?");
    }
}
