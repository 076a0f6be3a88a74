package dev.metis.testkit.store;

import dev.metis.error.ErrorCode;
import dev.metis.error.TransientException;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Write;
import dev.metis.port.WriteResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Any item store, with faults where a test wants them. Each injected fault strikes once: at the first write (or read)
 * after it was injected that its predicate matches; several that match strike one after another.
 */
public final class FaultInjectingItemStore implements ItemStore {
    /** What happens in place of a write, which it may do itself. */
    @FunctionalInterface
    public interface Fault {
        WriteResult strike(Supplier<WriteResult> write);

        /** The store fails before it has written anything. */
        static Fault unavailable() {
            return _ -> {
                throw failure("injected: nothing was written");
            };
        }

        /** The store writes, and its answer is lost. */
        static Fault lostAnswer() {
            return write -> {
                WriteResult lost = write.get();
                throw failure("injected: the answer was lost: " + lost.committed());
            };
        }

        /** Something else happens first: another writer is faster, or the write waits for a gate. */
        static Fault after(Runnable action) {
            return write -> {
                action.run();
                return write.get();
            };
        }
    }

    private record Injected(Predicate<List<Write>> where, Fault fault) {}

    private final ItemStore store;
    private final List<Injected> faults = new ArrayList<>();
    private int failingReads;

    public FaultInjectingItemStore(ItemStore store) {
        this.store = store;
    }

    /** Injects a fault at the next write, of one item or many. */
    public void atNextWrite(Fault fault) {
        at(_ -> true, fault);
    }

    /** Injects a fault at the next write that has a write on a key which matches. */
    public void atNextWriteOf(Predicate<ItemKey> key, Fault fault) {
        at(writes -> writes.stream().anyMatch(write -> key.test(write.key())), fault);
    }

    /** Injects a fault at the next write that matches. */
    public synchronized void at(Predicate<List<Write>> where, Fault fault) {
        faults.add(new Injected(where, fault));
    }

    /** Lets the next reads fail. */
    public synchronized void failReads(int reads) {
        failingReads = reads;
    }

    /** How many injected faults have not struck. */
    public synchronized int faultsLeft() {
        return faults.size() + failingReads;
    }

    @Override
    public Optional<Item> get(ItemKey key) {
        beforeRead();
        return store.get(key);
    }

    @Override
    public Map<ItemKey, Item> getAll(Collection<ItemKey> keys) {
        beforeRead();
        return store.getAll(keys);
    }

    @Override
    public Page query(Query query) {
        beforeRead();
        return store.query(query);
    }

    @Override
    public WriteResult write(Write write) {
        return strike(List.of(write), () -> store.write(write));
    }

    @Override
    public WriteResult transact(List<Write> writes) {
        return strike(writes, () -> store.transact(writes));
    }

    private WriteResult strike(List<Write> writes, Supplier<WriteResult> write) {
        Fault fault = take(writes);
        return fault == null ? write.get() : fault.strike(write);
    }

    private synchronized @Nullable Fault take(List<Write> writes) {
        for (Iterator<Injected> i = faults.iterator(); i.hasNext(); ) {
            Injected injected = i.next();
            if (injected.where().test(writes)) {
                i.remove();
                return injected.fault();
            }
        }
        return null;
    }

    private synchronized void beforeRead() {
        if (failingReads > 0) {
            failingReads--;
            throw failure("injected: nothing was read");
        }
    }

    private static TransientException failure(String message) {
        return new TransientException(ErrorCode.STORE_UNAVAILABLE, message);
    }
}
