package dev.metis.testkit.store;

import static dev.metis.testkit.store.Items.ALWAYS;
import static dev.metis.testkit.store.Items.NOT_EXISTS;
import static dev.metis.testkit.store.Items.attributes;
import static dev.metis.testkit.store.Items.json;
import static dev.metis.testkit.store.Items.key;
import static dev.metis.testkit.store.Items.none;
import static dev.metis.testkit.store.Items.put;
import static dev.metis.testkit.store.Items.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.metis.error.PermanentException;
import dev.metis.port.Change;
import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Table;
import dev.metis.port.Write;
import dev.metis.port.WriteResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What many writes do together. */
interface TransactionContract {
    ItemStore store();

    @Test
    default void allWritesOfATransactionHappenAcrossTables() {
        ItemKey event = new ItemKey(Table.EVENTS, "P", "E#1");
        store().write(put(key("gone"), "{'v':1}"));
        store().write(put(key("counter"), "{'n':1}"));
        WriteResult result = store().transact(List.of(
                new Write.Put(key("new"), attributes("{'v':1}"), NOT_EXISTS),
                new Write.Update(key("counter"), List.of(new Change.Add(List.of("n"), 1)), equal("n", "1")),
                new Write.Delete(key("gone"), new Condition.Exists()),
                new Write.Check(key("absent"), NOT_EXISTS),
                new Write.Put(event, attributes("{'e':1}"), NOT_EXISTS)));
        assertEquals(new WriteResult.Committed(), result);
        assertEquals(Optional.of(attributes("{'v':1}")), read(store(), key("new")));
        assertEquals(Optional.of(attributes("{'n':2}")), read(store(), key("counter")));
        assertEquals(Optional.empty(), read(store(), key("gone")));
        assertEquals(Optional.empty(), read(store(), key("absent")));
        assertEquals(Optional.of(attributes("{'e':1}")), read(store(), event));
    }

    @Test
    default void oneRefusedWriteRefusesAllAndAllRefusalsAreListed() {
        store().write(put(key("a"), "{'v':1}"));
        WriteResult result = store().transact(List.of(
                new Write.Put(key("new"), none(), NOT_EXISTS),
                new Write.Put(key("a"), none(), NOT_EXISTS),
                new Write.Check(key("fine"), NOT_EXISTS),
                new Write.Check(key("absent"), new Condition.Exists())));
        WriteResult.Refusal first =
                new WriteResult.Refusal(1, key("a"), Optional.of(new Item(key("a"), attributes("{'v':1}"))));
        WriteResult.Refusal second = new WriteResult.Refusal(3, key("absent"), Optional.empty());
        WriteResult.Refused expected = new WriteResult.Refused(List.of(first, second));
        assertEquals(expected, result);
        assertEquals(Optional.of(first), expected.of(key("a")));
        assertEquals(Optional.empty(), expected.of(key("new")));
        assertEquals(Optional.empty(), read(store(), key("new")));
        assertEquals(Optional.of(attributes("{'v':1}")), read(store(), key("a")));
    }

    @Test
    default void conditionsAreCheckedAgainstTheItemsAsTheyWereBefore() {
        store().write(put(key("a"), "{'v':1}"));
        WriteResult result = store().transact(List.of(
                new Write.Update(key("a"), List.of(new Change.Set(List.of("v"), json("2"))), equal("v", "1")),
                new Write.Put(key("b"), none(), NOT_EXISTS)));
        assertEquals(new WriteResult.Committed(), result);
        WriteResult swapped = store().transact(List.of(
                new Write.Delete(key("b"), new Condition.Exists()), new Write.Check(key("a"), equal("v", "2"))));
        assertEquals(new WriteResult.Committed(), swapped);
    }

    @Test
    default void twoWritesOnOneItemOrNoneAreRefusedAsNonsense() {
        List<Write> two = List.of(put(key("a"), "{}"), new Write.Check(key("a"), ALWAYS));
        assertThrows(IllegalArgumentException.class, () -> store().transact(two));
        assertThrows(IllegalArgumentException.class, () -> store().transact(List.of()));
        assertEquals(Optional.empty(), read(store(), key("a")));
    }

    @Test
    default void theSameKeyInTwoTablesIsTwoItems() {
        assertEquals(
                new WriteResult.Committed(),
                store().transact(List.of(
                        put(key("a"), "{'v':1}"), put(new ItemKey(Table.EVENTS, "P", "a"), "{'v':2}"))));
    }

    @Test
    default void aFaultInOneWriteUndoesTheOthers() {
        List<Write> writes = List.of(
                put(key("a"), "{}"), new Write.Update(key("b"), List.of(new Change.Remove(List.of("m", "x"))), ALWAYS));
        assertThrows(PermanentException.class, () -> store().transact(writes));
        assertEquals(Optional.empty(), read(store(), key("a")));
        assertEquals(Optional.empty(), read(store(), key("b")));
    }

    private static Condition equal(String name, String json) {
        return new Condition.Equal(List.of(name), json(json));
    }
}
