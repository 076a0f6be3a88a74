package dev.metis.testkit.store;

import static dev.metis.testkit.store.Items.NOT_EXISTS;
import static dev.metis.testkit.store.Items.attributes;
import static dev.metis.testkit.store.Items.key;
import static dev.metis.testkit.store.Items.none;
import static dev.metis.testkit.store.Items.put;
import static dev.metis.testkit.store.Items.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.TransientException;
import dev.metis.port.ItemStore;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Write;
import dev.metis.testkit.store.FaultInjectingItemStore.Fault;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Without faults the decorator obeys the contract; each fault strikes once, where it was put. */
class FaultInjectingItemStoreTest extends ItemStoreContract {
    private final FaultInjectingItemStore store = new FaultInjectingItemStore(new InMemoryItemStore());

    @Override
    public ItemStore store() {
        return store;
    }

    @Test
    void anUnavailableStoreWritesNothingAndTheNextWriteSucceeds() {
        store.atNextWrite(Fault.unavailable());
        assertThrows(TransientException.class, () -> store.write(put(key("a"), "{}")));
        assertEquals(Optional.empty(), store.get(key("a")));
        assertTrue(store.write(put(key("a"), "{}")).committed());
        assertEquals(0, store.faultsLeft());
    }

    @Test
    void aLostAnswerLeavesTheWriteDone() {
        store.atNextWrite(Fault.lostAnswer());
        List<Write> writes = List.of(put(key("a"), "{'v':1}"), put(key("b"), "{}"));
        assertThrows(TransientException.class, () -> store.transact(writes));
        assertEquals(Optional.of(attributes("{'v':1}")), read(store, key("a")));
    }

    @Test
    void anotherWriterMayBeFaster() {
        store.atNextWrite(Fault.after(() -> store.write(put(key("a"), "{'v':1}"))));
        assertFalse(store.write(new Write.Put(key("a"), none(), NOT_EXISTS)).committed());
        assertEquals(Optional.of(attributes("{'v':1}")), read(store, key("a")));
    }

    @Test
    void aFaultWaitsForTheKeyItIsMeantFor() {
        store.atNextWriteOf(key -> key.sk().equals("b"), Fault.unavailable());
        assertTrue(store.write(put(key("a"), "{}")).committed());
        assertEquals(1, store.faultsLeft());
        assertThrows(TransientException.class, () -> store.transact(List.of(put(key("a"), "{}"), put(key("b"), "{}"))));
        assertEquals(0, store.faultsLeft());
    }

    @Test
    void faultsOfTheSamePlaceStrikeOneAfterAnother() {
        store.atNextWrite(Fault.unavailable());
        store.atNextWrite(Fault.lostAnswer());
        assertThrows(TransientException.class, () -> store.write(put(key("a"), "{}")));
        assertEquals(Optional.empty(), store.get(key("a")));
        assertThrows(TransientException.class, () -> store.write(put(key("a"), "{}")));
        assertEquals(Optional.of(none()), read(store, key("a")));
    }

    @Test
    void readsFailAsOftenAsAsked() {
        store.failReads(3);
        assertThrows(TransientException.class, () -> store.get(key("a")));
        assertThrows(TransientException.class, () -> store.getAll(List.of()));
        assertThrows(TransientException.class, () -> store.query(Query.prefix(Table.MAIN, "P", "", 1)));
        assertEquals(Optional.empty(), store.get(key("a")));
    }
}
