/**
 * The durable store of one machine: a SQLite database in a data directory that one process holds. Every write goes
 * through the one {@link dev.metis.local.store.SqliteWriter}, which commits what waits together; item store, change feed
 * and timers are built on it, and so is the journal of the state machine engine. Large bytes lie in files beside it.
 */
@NullMarked
package dev.metis.local.store;

import org.jspecify.annotations.NullMarked;
