package dev.metis.testkit.store;

import static dev.metis.testkit.store.Items.ALWAYS;
import static dev.metis.testkit.store.Items.NOT_EXISTS;
import static dev.metis.testkit.store.Items.attributes;
import static dev.metis.testkit.store.Items.json;
import static dev.metis.testkit.store.Items.key;
import static dev.metis.testkit.store.Items.none;
import static dev.metis.testkit.store.Items.ofBytes;
import static dev.metis.testkit.store.Items.put;
import static dev.metis.testkit.store.Items.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.Change;
import dev.metis.port.Condition;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** What is too large or cannot be stored, at the very byte. */
interface LimitContract {
    /** Bytes of {@code key("a")}: pk, P, sk, a. */
    int KEY_BYTES = 6;

    ItemStore store();

    @Test
    default void anItemHasAtMost400KilobytesWithItsNamesAndKeys() {
        int most = ItemStore.MAX_ITEM_BYTES - KEY_BYTES;
        assertTrue(store().write(new Write.Put(key("a"), ofBytes(most), ALWAYS)).committed());
        assertCode(ErrorCode.ITEM_TOO_LARGE, () -> store().write(new Write.Put(key("a"), ofBytes(most + 1), ALWAYS)));
        assertCode(ErrorCode.ITEM_TOO_LARGE, () -> store().write(new Write.Put(key("ab"), ofBytes(most), ALWAYS)));
        assertCode(
                ErrorCode.ITEM_TOO_LARGE,
                () -> store().transact(List.of(new Write.Put(key("a"), ofBytes(most + 1), ALWAYS))));
        assertEquals(Optional.empty(), read(store(), key("ab")));
    }

    @Test
    default void bytesAreThoseOfUtf8AndOfTheStoreNotOfTheSpelling() {
        // Beside the key: name, 3 a list, 1 an element, 1 a boolean, 4 an emoji, 3 an object, 2 a number of two digits.
        ObjectNode item = attributes("{'ä':[true,null,'😀'],'o':{'k':12}}");
        int counted = KEY_BYTES + 2 + 3 + (1 + 1) + (1 + 1) + (1 + 4) + 1 + 3 + (1 + 1 + 2);
        int rest = ItemStore.MAX_ITEM_BYTES - counted;
        item.setAll(ofBytes(rest));
        assertTrue(store().write(new Write.Put(key("a"), item, ALWAYS)).committed());
        item.setAll(ofBytes(rest + 1));
        assertCode(ErrorCode.ITEM_TOO_LARGE, () -> store().write(new Write.Put(key("a"), item, ALWAYS)));
    }

    @Test
    default void anUpdateMayNotMakeAnItemTooLarge() {
        int most = ItemStore.MAX_ITEM_BYTES - KEY_BYTES;
        store().write(new Write.Put(key("a"), ofBytes(most - 2), ALWAYS));
        Change fits = new Change.Set(List.of("b"), json("true"));
        Change tooMuch = new Change.Set(List.of("b"), json("'xx'"));
        assertCode(ErrorCode.ITEM_TOO_LARGE, () -> store().write(new Write.Update(key("a"), List.of(tooMuch), ALWAYS)));
        assertEquals(Optional.of(ofBytes(most - 2)), read(store(), key("a")));
        assertTrue(
                store().write(new Write.Update(key("a"), List.of(fits), ALWAYS)).committed());
    }

    @Test
    default void aTransactionHasAtMost100Writes() {
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < ItemStore.MAX_TRANSACTION_ITEMS; i++) {
            writes.add(put(key("i" + i), "{}"));
        }
        assertTrue(store().transact(writes).committed());
        writes.add(put(key("one-more"), "{}"));
        assertCode(ErrorCode.TRANSACTION_TOO_LARGE, () -> store().transact(writes));
        assertEquals(Optional.empty(), read(store(), key("one-more")));
    }

    @Test
    default void aTransactionHasAtMost4Megabytes() {
        int each = ItemStore.MAX_TRANSACTION_BYTES / 16 - KEY_BYTES;
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            writes.add(new Write.Put(key(String.valueOf((char) ('a' + i))), ofBytes(each), NOT_EXISTS));
        }
        assertTrue(store().transact(writes).committed());
        List<Write> checks = writes.stream()
                .map(Write::key)
                .map(key -> (Write) new Write.Check(key, new Condition.Exists()))
                .toList();
        assertTrue(store().transact(checks).committed());
        List<Write> more = new ArrayList<>(checks);
        more.add(put(key("z"), "{}"));
        assertCode(ErrorCode.TRANSACTION_TOO_LARGE, () -> store().transact(more));
        assertEquals(Optional.empty(), read(store(), key("z")));
    }

    @Test
    default void aReadHasAtMost100Keys() {
        List<ItemKey> keys = new ArrayList<>();
        for (int i = 0; i < ItemStore.MAX_KEYS_PER_READ; i++) {
            keys.add(key("i" + i));
        }
        assertEquals(0, store().getAll(keys).size());
        keys.add(key("one-more"));
        assertThrows(IllegalArgumentException.class, () -> store().getAll(keys));
    }

    @Test
    default void keysAreUsedUpToTheirLimitsInUtf8Bytes() {
        String pk = "ä".repeat(ItemKey.MAX_PARTITION_KEY_BYTES / 2);
        String sk = "😀".repeat(ItemKey.MAX_SORT_KEY_BYTES / 4);
        assertTrue(store().write(put(ItemKey.main(pk, sk), "{'v':1}")).committed());
        assertEquals(attributes("{'v':1}"), read(store(), ItemKey.main(pk, sk)).orElseThrow());
        assertThrows(IllegalArgumentException.class, () -> ItemKey.main(pk + "x", sk));
        assertThrows(IllegalArgumentException.class, () -> ItemKey.main(pk, sk + "x"));
        assertThrows(IllegalArgumentException.class, () -> ItemKey.main("", sk));
        assertThrows(IllegalArgumentException.class, () -> ItemKey.main(pk, ""));
        assertThrows(IllegalArgumentException.class, () -> ItemKey.main(pk, "\uD83D"));
    }

    @Test
    default void valuesThatDynamoDbCannotHoldAreRefused() {
        List<ObjectNode> wrong = List.of(
                attributes("{'pk':'x'}"),
                attributes("{'sk':'x'}"),
                attributes("{'':1}"),
                attributes("{'m':{'':1}}"),
                attributes("{'n':123456789012345678901234567890123456789}"),
                attributes("{'n':1e126}"),
                attributes("{'n':[-1e-131]}"),
                attributes("{'n':1e1000000000}"),
                none().set("n", DoubleNode.valueOf(Double.NaN)),
                none().set("n", DoubleNode.valueOf(Double.NEGATIVE_INFINITY)),
                none().set("s", StringNode.valueOf("\uDE00\uD83D")),
                none().put("\uD83D", 1),
                none().put("b", new byte[] {1}),
                nested(ItemStore.MAX_DEPTH + 1));
        for (ObjectNode item : wrong) {
            assertCode(ErrorCode.INVALID_REQUEST, () -> store().write(new Write.Put(key("a"), item, ALWAYS)));
        }
        assertEquals(Optional.empty(), read(store(), key("a")));
    }

    @Test
    default void valuesAtTheEdgeOfWhatDynamoDbHoldsAreKept() {
        ObjectNode edge =
                attributes("{'a':9.9e125,'b':-1E-130,'c':123456789012345678901234567890123456780000,'d':0e999}");
        edge.set("e", nested(ItemStore.MAX_DEPTH - 1));
        assertTrue(store().write(new Write.Put(key("a"), edge, ALWAYS)).committed());
        ObjectNode read = read(store(), key("a")).orElseThrow();
        for (String name : List.of("a", "b", "c", "d")) {
            assertEquals(
                    0, edge.get(name).decimalValue().compareTo(read.get(name).decimalValue()), name);
        }
        assertEquals(edge.get("e"), read.get("e"));
    }

    private static ObjectNode nested(int levels) {
        return attributes(String.join("", Collections.nCopies(levels, "{'m':")) + "1" + "}".repeat(levels));
    }

    private static void assertCode(ErrorCode code, Executable write) {
        assertEquals(code, assertThrows(PermanentException.class, write).code());
    }
}
