package dev.metis.local.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * One connection to the database with its prepared statements. Used by one thread at a time: the writer's, or whoever
 * borrowed it for a read. Leave transactions alone: the lender begins and ends them.
 */
public final class SqliteSession implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    SqliteSession(Connection connection) {
        this.connection = connection;
    }

    /**
     * The statement for the SQL, prepared once and kept: the text must be a constant. It belongs to the session, so close
     * result sets, not the statement; and set every parameter, for it may hold those of its last use.
     */
    public PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        return statement;
    }

    /** Runs a statement that is not worth keeping, such as a CREATE. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
