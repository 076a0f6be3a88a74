package dev.metis.local.store;

import dev.metis.error.ErrorCode;
import dev.metis.error.MetisException;
import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import java.sql.SQLException;
import java.util.Set;

/** The one reading of what SQLite complains about. */
final class SqliteFaults {
    /** Result codes that say that the file or the machine, and not the statement, is at fault. */
    private static final Set<Integer> ENVIRONMENT = Set.of(
            5 /* busy */,
            7 /* out of memory */,
            8 /* read-only */,
            9 /* interrupted */,
            10 /* input or output */,
            11 /* corrupt */,
            13 /* full */,
            14 /* cannot open */,
            15 /* locking protocol */,
            26 /* not a database */);

    private static final int PRIMARY_CODE = 0xFF;

    private SqliteFaults() {}

    /** Whether the transaction at hand can no longer be trusted. */
    static boolean isOfTheEnvironment(SQLException fault) {
        return ENVIRONMENT.contains(fault.getErrorCode() & PRIMARY_CODE);
    }

    static MetisException classify(SQLException fault) {
        return isOfTheEnvironment(fault)
                ? unavailable("the database does not answer: " + fault.getMessage(), fault)
                : new PermanentException(
                        ErrorCode.INTERNAL, "the database refused a statement: " + fault.getMessage(), fault);
    }

    static TransientException unavailable(String message, Throwable cause) {
        return new TransientException(ErrorCode.STORE_UNAVAILABLE, message, cause);
    }
}
