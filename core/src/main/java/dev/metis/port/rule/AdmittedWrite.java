package dev.metis.port.rule;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A write that is legal by itself, whatever is stored. {@code bytes} is the size of the item that a put stores, 0 for
 * the other writes: what they leave is known only when they are decided.
 */
public record AdmittedWrite(Write write, int bytes) {
    public static AdmittedWrite of(Write write) {
        return new AdmittedWrite(write, write instanceof Write.Put put ? ItemSize.of(put.key(), put.attributes()) : 0);
    }

    /** The writes of a transaction, in order; refuses too many, none, two on one item, and what is too large. */
    public static List<AdmittedWrite> all(List<Write> writes) {
        if (writes.isEmpty()) {
            throw new IllegalArgumentException("a transaction has no writes");
        }
        if (writes.size() > ItemStore.MAX_TRANSACTION_ITEMS) {
            throw new PermanentException(
                    ErrorCode.TRANSACTION_TOO_LARGE,
                    "a transaction has " + writes.size() + " writes; at most " + ItemStore.MAX_TRANSACTION_ITEMS
                            + " are possible");
        }
        Set<ItemKey> keys = new HashSet<>();
        for (Write write : writes) {
            if (!keys.add(write.key())) {
                throw new IllegalArgumentException("a transaction has two writes on " + write.key());
            }
        }
        List<AdmittedWrite> admitted = writes.stream().map(AdmittedWrite::of).toList();
        WriteDecider.requireFits(
                admitted.stream().mapToLong(AdmittedWrite::bytes).sum());
        return admitted;
    }
}
