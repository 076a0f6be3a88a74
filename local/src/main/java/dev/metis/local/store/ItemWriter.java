package dev.metis.local.store;

import dev.metis.port.ItemKey;
import dev.metis.port.Write;
import dev.metis.port.WriteResult;
import dev.metis.port.rule.AdmittedWrite;
import dev.metis.port.rule.ItemJson;
import dev.metis.port.rule.Stored;
import dev.metis.port.rule.StoredJson;
import dev.metis.port.rule.WriteDecider;
import dev.metis.port.rule.WriteDecision;
import dev.metis.port.rule.WriteDecision.Effect;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The writing half of the item store, on the writer's thread: decides, stores, logs the change. */
final class ItemWriter {
    /** A write with what could be done on the caller's thread: a put's attributes as bytes. */
    record Prepared(AdmittedWrite admitted, Optional<byte[]> json) {
        static Prepared of(AdmittedWrite admitted) {
            return new Prepared(
                    admitted,
                    admitted.write() instanceof Write.Put put
                            ? Optional.of(ItemJson.write(put.attributes()))
                            : Optional.empty());
        }
    }

    private ItemWriter() {}

    static WriteResult decide(SqliteSession session, List<Prepared> writes) throws SQLException {
        List<AdmittedWrite> admitted = new ArrayList<>(writes.size());
        List<@Nullable Stored> before = new ArrayList<>(writes.size());
        for (Prepared write : writes) {
            admitted.add(write.admitted());
            before.add(before(session, write.admitted().write().key()));
        }
        return switch (WriteDecider.decide(admitted, before)) {
            case WriteDecision.Refuse refuse -> refuse.result();
            case WriteDecision.Apply apply -> {
                for (int i = 0; i < writes.size(); i++) {
                    apply(session, writes.get(i), apply.effects().get(i));
                }
                yield new WriteResult.Committed();
            }
        };
    }

    private static @Nullable Stored before(SqliteSession session, ItemKey key) throws SQLException {
        PreparedStatement statement = session.statement(ItemSql.of(key.table()).select());
        statement.setString(1, key.pk());
        statement.setString(2, key.sk());
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? new StoredJson(row.getBytes(2), row.getInt(1)) : null;
        }
    }

    private static void apply(SqliteSession session, Prepared write, Effect effect) throws SQLException {
        ItemKey key = write.admitted().write().key();
        switch (effect) {
            case Effect.Store store -> {
                byte[] json = write.json().orElseGet(() -> ItemJson.write(store.attributes()));
                store(session, key, store.bytes(), json);
                ChangeLog.append(session, key);
            }
            case Effect.Remove _ -> {
                PreparedStatement statement =
                        session.statement(ItemSql.of(key.table()).remove());
                statement.setString(1, key.pk());
                statement.setString(2, key.sk());
                statement.executeUpdate();
                ChangeLog.append(session, key);
            }
            case Effect.Keep _ -> {}
        }
    }

    private static void store(SqliteSession session, ItemKey key, int bytes, byte[] json) throws SQLException {
        PreparedStatement statement = session.statement(ItemSql.of(key.table()).store());
        statement.setString(1, key.pk());
        statement.setString(2, key.sk());
        statement.setInt(3, bytes);
        statement.setBytes(4, json);
        statement.executeUpdate();
    }
}
