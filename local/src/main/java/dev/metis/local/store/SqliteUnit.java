package dev.metis.local.store;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Statements that belong together. As a write they happen wholly or not at all; what it throws undoes it and reaches the
 * caller. It may run on another thread, must not wait for anything, and must not keep the session.
 */
@FunctionalInterface
public interface SqliteUnit<T extends @Nullable Object> {
    T run(SqliteSession session) throws SQLException;
}
