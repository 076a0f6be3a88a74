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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
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
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/** What one write does, and when it is refused. */
interface WriteContract {
    ItemStore store();

    @Test
    default void anItemIsReadAsItWasPut() {
        String text = "{'s':'ä€😀 \\u0000','n':-12.5,'b':true,'z':null,'l':[1,'x',[],{}],'m':{'k':{'e':''}},'big':"
                + "12345678901234567890123456789012345678}";
        store().write(put(key("a"), text));
        assertEquals(Optional.of(attributes(text)), read(store(), key("a")));
        assertEquals(Optional.of(new Item(key("a"), attributes(text))), store().get(key("a")));
    }

    @Test
    default void anAbsentItemIsEmpty() {
        assertEquals(Optional.empty(), store().get(key("a")));
    }

    @Test
    default void tablesAndPartitionsAreApart() {
        store().write(put(ItemKey.main("P", "a"), "{'v':1}"));
        store().write(put(new ItemKey(Table.EVENTS, "P", "a"), "{'v':2}"));
        store().write(put(ItemKey.main("Q", "a"), "{'v':3}"));
        assertEquals(
                attributes("{'v':1}"), read(store(), ItemKey.main("P", "a")).orElseThrow());
        assertEquals(
                attributes("{'v':2}"),
                read(store(), new ItemKey(Table.EVENTS, "P", "a")).orElseThrow());
        assertEquals(
                attributes("{'v':3}"), read(store(), ItemKey.main("Q", "a")).orElseThrow());
    }

    @Test
    default void manyItemsAreReadAtOnceAndAbsentOnesLeftOut() {
        store().write(put(key("a"), "{'v':1}"));
        store().write(put(new ItemKey(Table.EVENTS, "P", "b"), "{'v':2}"));
        ItemKey b = new ItemKey(Table.EVENTS, "P", "b");
        assertEquals(
                Map.of(key("a"), new Item(key("a"), attributes("{'v':1}")), b, new Item(b, attributes("{'v':2}"))),
                store().getAll(List.of(key("a"), b, key("absent"))));
        assertEquals(Map.of(), store().getAll(List.of()));
    }

    @Test
    default void aPutReplacesTheWholeItem() {
        store().write(put(key("a"), "{'v':1,'w':1}"));
        store().write(put(key("a"), "{'v':2}"));
        assertEquals(attributes("{'v':2}"), read(store(), key("a")).orElseThrow());
    }

    @Test
    default void whatTheCallerDoesToItsObjectsLaterChangesNothing() {
        ObjectNode mine = attributes("{'m':{'v':1}}");
        store().write(new Write.Put(key("a"), mine, ALWAYS));
        ((ObjectNode) mine.get("m")).put("v", 2);
        ObjectNode read = read(store(), key("a")).orElseThrow();
        assertEquals(attributes("{'m':{'v':1}}"), read);
        ((ObjectNode) read.get("m")).put("v", 3);
        assertEquals(attributes("{'m':{'v':1}}"), read(store(), key("a")).orElseThrow());
    }

    @Test
    default void aDeleteRemovesTheItemAndAnAbsentOneIsNoFault() {
        store().write(put(key("a"), "{'v':1}"));
        assertTrue(store().write(new Write.Delete(key("a"), ALWAYS)).committed());
        assertEquals(Optional.empty(), store().get(key("a")));
        assertTrue(store().write(new Write.Delete(key("a"), ALWAYS)).committed());
    }

    @Test
    default void aRefusedWriteChangesNothingAndReturnsTheItemAsStored() {
        store().write(put(key("a"), "{'v':1}"));
        WriteResult.Refused refused = new WriteResult.Refused(
                List.of(new WriteResult.Refusal(0, key("a"), Optional.of(new Item(key("a"), attributes("{'v':1}"))))));
        Condition two = new Condition.Equal(List.of("v"), IntNode.valueOf(2));
        assertEquals(refused, store().write(new Write.Put(key("a"), none(), NOT_EXISTS)));
        assertEquals(refused, store().write(new Write.Put(key("a"), none(), two)));
        assertEquals(refused, store().write(new Write.Delete(key("a"), two)));
        assertEquals(refused, store().write(new Write.Check(key("a"), two)));
        assertEquals(
                refused,
                store().write(new Write.Update(
                        key("a"), List.of(new Change.Set(List.of("v"), IntNode.valueOf(9))), two)));
        assertEquals(attributes("{'v':1}"), read(store(), key("a")).orElseThrow());
    }

    @Test
    default void aWriteRefusedBecauseNothingIsThereReturnsNoItem() {
        assertEquals(
                new WriteResult.Refused(List.of(new WriteResult.Refusal(0, key("a"), Optional.empty()))),
                store().write(new Write.Delete(key("a"), new Condition.Exists())));
    }

    @Test
    default void anUpdateSetsAddsAndRemovesAlsoBelowTheTop() {
        store().write(put(key("a"), "{'s':1,'n':5,'r':1,'m':{'s':1,'n':5,'r':1,'k':1,'d':{'n':1}}}"));
        store().write(update(
                new Change.Set(List.of("s"), json("{'x':[2]}")),
                new Change.Add(List.of("n"), -7),
                new Change.Remove(List.of("r")),
                new Change.Set(List.of("m", "s"), json("'t'")),
                new Change.Add(List.of("m", "n"), 1),
                new Change.Remove(List.of("m", "r")),
                new Change.Remove(List.of("m", "absent")),
                new Change.Add(List.of("m", "d", "n"), 1),
                new Change.Set(List.of("new"), json("null"))));
        assertEquals(
                attributes("{'s':{'x':[2]},'n':-2,'m':{'s':'t','n':6,'k':1,'d':{'n':2}},'new':null}"),
                read(store(), key("a")).orElseThrow());
    }

    @Test
    default void anUpdateCreatesAnAbsentItemAndAddCountsFromZero() {
        assertTrue(store().write(update(new Change.Add(List.of("n"), 3))).committed());
        assertEquals(attributes("{'n':3}"), read(store(), key("a")).orElseThrow());
        assertTrue(store().write(new Write.Update(key("b"), List.of(), ALWAYS)).committed());
        assertEquals(none(), read(store(), key("b")).orElseThrow());
    }

    @Test
    default void addIsExactPastLongAndForFractions() {
        store().write(put(key("a"), "{'l':" + Long.MAX_VALUE + ",'f':0.1}"));
        store().write(update(new Change.Add(List.of("l"), 1), new Change.Add(List.of("f"), 1)));
        ObjectNode read = read(store(), key("a")).orElseThrow();
        assertEquals("9223372036854775808", read.get("l").decimalValue().toPlainString());
        assertEquals("1.1", read.get("f").decimalValue().toPlainString());
    }

    @Test
    default void anUpdateWhosePathLeadsNowhereThrowsAndWritesNothing() {
        store().write(put(key("a"), "{'v':1,'s':'text'}"));
        List<Change> wrong = List.of(
                new Change.Set(List.of("m", "x"), IntNode.valueOf(1)),
                new Change.Remove(List.of("m", "x")),
                new Change.Add(List.of("m", "x"), 1),
                new Change.Set(List.of("v", "x"), IntNode.valueOf(1)),
                new Change.Add(List.of("s"), 1));
        for (Change change : wrong) {
            Change fine = new Change.Set(List.of("w"), IntNode.valueOf(1));
            PermanentException e = assertThrows(PermanentException.class, () -> store().write(update(fine, change)));
            assertEquals(ErrorCode.INTERNAL, e.code(), change::toString);
        }
        assertEquals(attributes("{'v':1,'s':'text'}"), read(store(), key("a")).orElseThrow());
    }

    @Test
    default void aConditionThatRefusesComesBeforeAPathThatLeadsNowhere() {
        Write write = new Write.Update(key("a"), List.of(new Change.Remove(List.of("m", "x"))), new Condition.Exists());
        assertEquals(false, store().write(write).committed());
    }

    @Test
    default void conditionsHoldAsDocumented() {
        store().write(put(key("a"), "{'n':5,'f':5.0,'s':'5','z':null,'m':{'k':{'v':1}},'l':[1.0,{'x':2}]}"));
        Map<Condition, Boolean> expected = Map.ofEntries(
                Map.entry(ALWAYS, true),
                Map.entry(new Condition.Exists(), true),
                Map.entry(NOT_EXISTS, false),
                Map.entry(equal("5", "n"), true),
                Map.entry(equal("5.00", "n"), true),
                Map.entry(equal("5", "f"), true),
                Map.entry(equal("'5'", "n"), false),
                Map.entry(equal("5", "s"), false),
                Map.entry(equal("null", "z"), true),
                Map.entry(equal("null", "absent"), false),
                Map.entry(equal("1", "m", "k", "v"), true),
                Map.entry(equal("{'k':{'v':1.0}}", "m"), true),
                Map.entry(equal("[1,{'x':2.0}]", "l"), true),
                Map.entry(equal("[{'x':2.0},1]", "l"), false),
                Map.entry(equal("1", "n", "k"), false),
                Map.entry(new Condition.LessThan(List.of("n"), 6), true),
                Map.entry(new Condition.LessThan(List.of("n"), 5), false),
                Map.entry(new Condition.GreaterThan(List.of("f"), 4), true),
                Map.entry(new Condition.GreaterThan(List.of("f"), 5), false),
                Map.entry(new Condition.GreaterThan(List.of("m", "k", "v"), 0), true));
        expected.forEach(this::assertHolds);
    }

    @Test
    default void conditionsOnWhatIsNotThereHoldAsDocumented() {
        store().write(put(key("a"), "{'n':5,'s':'5','z':null,'m':{}}"));
        Map<Condition, Boolean> expected = Map.ofEntries(
                Map.entry(new Condition.LessThan(List.of("absent"), 9), false),
                Map.entry(new Condition.GreaterThan(List.of("s"), 0), false),
                Map.entry(new Condition.LessThan(List.of("z"), 1), false),
                Map.entry(new Condition.Missing(List.of("absent")), true),
                Map.entry(new Condition.Missing(List.of("m", "x", "y")), true),
                Map.entry(new Condition.Missing(List.of("n", "x")), true),
                Map.entry(new Condition.Missing(List.of("z")), false),
                Map.entry(new Condition.Present(List.of("z")), true),
                Map.entry(new Condition.Present(List.of("m", "x")), false),
                Map.entry(Condition.all(), true),
                Map.entry(Condition.all(new Condition.Exists(), equal("5", "n")), true),
                Map.entry(Condition.all(new Condition.Exists(), equal("6", "n")), false),
                Map.entry(new Condition.Any(List.of(NOT_EXISTS, equal("5", "n"))), true),
                Map.entry(new Condition.Any(List.of(NOT_EXISTS, equal("6", "n"))), false));
        expected.forEach(this::assertHolds);
    }

    @Test
    default void ofAnAbsentItemNothingHoldsButItsAbsence() {
        assertHolds(NOT_EXISTS, true);
        assertHolds(new Condition.Exists(), false);
        assertHolds(new Condition.Missing(List.of("v")), true);
        assertHolds(new Condition.Present(List.of("v")), false);
        assertHolds(equal("1", "v"), false);
        assertHolds(new Condition.LessThan(List.of("v"), 1), false);
        assertHolds(new Condition.Any(List.of(NOT_EXISTS, equal("1", "v"))), true);
    }

    private void assertHolds(Condition condition, boolean expected) {
        assertEquals(
                expected, store().write(new Write.Check(key("a"), condition)).committed(), condition::toString);
    }

    private static Condition equal(String json, String... path) {
        return new Condition.Equal(List.of(path), json(json));
    }

    private static Write update(Change... changes) {
        return new Write.Update(key("a"), List.of(changes), ALWAYS);
    }
}
