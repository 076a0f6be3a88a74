package dev.metis.local.store;

import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Write;
import dev.metis.port.WriteResult;
import dev.metis.port.rule.AdmittedWrite;
import dev.metis.port.rule.ItemJson;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Items in two SQLite tables, one for each {@link Table}. A write and its entry in the change log are one unit of the
 * {@link SqliteWriter}, so a crash leaves both or neither.
 */
public final class SqliteItemStore implements ItemStore {
    private final SqliteDatabase database;

    /** Makes sure that the tables are there. */
    public SqliteItemStore(SqliteDatabase database) {
        this.database = database;
        create(database);
    }

    /** Makes sure that the tables are there. */
    static void create(SqliteDatabase database) {
        database.writer().<@Nullable Void>write(session -> {
            for (Table table : Table.values()) {
                session.execute(ItemSql.of(table).create());
            }
            ChangeLog.create(session);
            return null;
        });
    }

    @Override
    public Optional<Item> get(ItemKey key) {
        return database.readers().read(session -> read(session, key));
    }

    @Override
    public Map<ItemKey, Item> getAll(Collection<ItemKey> keys) {
        if (keys.size() > MAX_KEYS_PER_READ) {
            throw new IllegalArgumentException("a read of " + keys.size() + " keys; at most " + MAX_KEYS_PER_READ);
        }
        return database.readers().read(session -> {
            Map<ItemKey, Item> found = HashMap.newHashMap(keys.size());
            for (ItemKey key : new LinkedHashSet<>(keys)) {
                read(session, key).ifPresent(item -> found.put(key, item));
            }
            return found;
        });
    }

    @Override
    public Page query(Query query) {
        return database.readers().read(session -> {
            try (ResultSet rows = ItemSql.range(session, query).executeQuery()) {
                return page(query, rows);
            }
        });
    }

    @Override
    public WriteResult write(Write write) {
        return decide(List.of(AdmittedWrite.of(write)));
    }

    @Override
    public WriteResult transact(List<Write> writes) {
        return decide(AdmittedWrite.all(writes));
    }

    private WriteResult decide(List<AdmittedWrite> writes) {
        List<ItemWriter.Prepared> prepared =
                writes.stream().map(ItemWriter.Prepared::of).toList();
        return database.writer().write(session -> ItemWriter.decide(session, prepared));
    }

    private static Optional<Item> read(SqliteSession session, ItemKey key) throws SQLException {
        PreparedStatement statement = session.statement(ItemSql.of(key.table()).select());
        statement.setString(1, key.pk());
        statement.setString(2, key.sk());
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(new Item(key, ItemJson.read(row.getBytes(2)))) : Optional.empty();
        }
    }

    private static Page page(Query query, ResultSet rows) throws SQLException {
        List<Item> items = new ArrayList<>();
        Optional<String> last = Optional.empty();
        int bytes = 0;
        while (rows.next()) {
            bytes += rows.getInt(2);
            if (items.size() == query.limit() || bytes > MAX_PAGE_BYTES) {
                return new Page(items, last);
            }
            String sk = rows.getString(1);
            last = Optional.of(sk);
            items.add(new Item(new ItemKey(query.table(), query.pk(), sk), ItemJson.read(rows.getBytes(3))));
        }
        return new Page(items, Optional.empty());
    }
}
