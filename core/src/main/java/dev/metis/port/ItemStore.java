package dev.metis.port;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The durable store of everything a run is. All reads are strongly consistent: they see every write that was answered
 * before they began. All limits are DynamoDB's, in both adapters; a write over a limit throws
 * {@code PermanentException} with code {@code ITEM_TOO_LARGE} or
 * {@code TRANSACTION_TOO_LARGE} and writes nothing.
 *
 * <ul>
 *   <li>an item: {@value #MAX_ITEM_BYTES} bytes, attribute names and keys counted;
 *   <li>a transaction: 1 to {@value #MAX_TRANSACTION_ITEMS} operations, one an item, {@value #MAX_TRANSACTION_BYTES} bytes;
 *   <li>a query page: {@value #MAX_PAGE_BYTES} bytes.
 * </ul>
 *
 * A value that DynamoDB cannot hold is refused too, with code {@code INVALID_REQUEST}: text with half a surrogate pair, a
 * number of more than 38 digits or beyond 9.9E125, more than {@value #MAX_DEPTH} levels, an empty name, an attribute
 * called {@code pk} or {@code sk}. Numbers keep their value, not their spelling: 1.0 may be read as 1.
 *
 * <p>A crash leaves a transaction wholly done or wholly undone; a write that was answered survives it. A store that cannot
 * answer throws {@code TransientException} (the write may have happened: writers make their conditions so that a repeat
 * shows it).
 */
public interface ItemStore {
    int MAX_ITEM_BYTES = 400 * 1024;
    int MAX_TRANSACTION_ITEMS = 100;
    int MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;
    int MAX_PAGE_BYTES = 1024 * 1024;
    int MAX_KEYS_PER_READ = 100;
    int MAX_DEPTH = 32;

    Optional<Item> get(ItemKey key);

    /** Reads up to {@value #MAX_KEYS_PER_READ} items at once; absent ones are left out of the answer. */
    Map<ItemKey, Item> getAll(Collection<ItemKey> keys);

    Page query(Query query);

    /** One conditional write, atomic. */
    WriteResult write(Write write);

    /**
     * All the writes or none. Conditions are checked against the items as they were before the transaction. No writes, or
     * two on one item, is an {@code IllegalArgumentException}.
     */
    WriteResult transact(List<Write> writes);
}
