package dev.metis.testkit.store;

import static dev.metis.testkit.store.Items.ALWAYS;
import static dev.metis.testkit.store.Items.attributes;
import static dev.metis.testkit.store.Items.key;
import static dev.metis.testkit.store.Items.ofBytes;
import static dev.metis.testkit.store.Items.pages;
import static dev.metis.testkit.store.Items.put;
import static dev.metis.testkit.store.Items.sortKeys;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ranges of a partition, page by page. */
interface QueryContract {
    ItemStore store();

    @Test
    default void aRangeIsReadInOrderWithBothEnds() {
        putAll("a", "b", "c", "d");
        store().write(put(ItemKey.main("Q", "b"), "{}"));
        store().write(put(new ItemKey(Table.EVENTS, "P", "b"), "{}"));
        assertEquals(List.of("b", "c"), sortKeys(store().query(range("b", "c")).items()));
        assertEquals(
                List.of("c", "b"),
                sortKeys(store().query(range("b", "c").backwards()).items()));
        assertEquals(
                List.of("a", "b", "c", "d"),
                sortKeys(store().query(range("", "z")).items()));
        assertEquals(List.of(), sortKeys(store().query(range("ba", "bz")).items()));
    }

    @Test
    default void itemsOfAPageAreWhole() {
        store().write(put(key("a"), "{'v':{'x':[1]}}"));
        assertEquals(
                List.of(new Item(key("a"), attributes("{'v':{'x':[1]}}"))),
                store().query(range("a", "a")).items());
    }

    @Test
    default void aRangeThatEndsBeforeItBeginsIsEmpty() {
        putAll("a", "b");
        assertEquals(new Page(List.of(), Optional.empty()), store().query(range("b", "a")));
        assertEquals(
                new Page(List.of(), Optional.empty()),
                store().query(range("b", "a").backwards()));
    }

    @Test
    default void anAbsentPartitionIsEmpty() {
        assertEquals(new Page(List.of(), Optional.empty()), store().query(range("", "z")));
    }

    @Test
    default void sortKeysAreOrderedByTheirUtf8Bytes() {
        // U+FFFF is below U+10000 in UTF-8, and above its surrogates in UTF-16.
        List<String> ordered = List.of("A", "Z", "a", "a\u0001", "aa", "z", "é", "€", "\uFFFF", "\uD800\uDC00", "😀");
        List<String> shuffled = new ArrayList<>(ordered);
        Collections.reverse(shuffled);
        putAll(shuffled.toArray(String[]::new));
        assertEquals(ordered, sortKeys(store().query(range("", "\uDBFF\uDFFF")).items()));
        assertEquals(
                ordered.reversed(),
                sortKeys(store().query(range("", "\uDBFF\uDFFF").backwards()).items()));
        assertEquals(
                List.of("€", "\uFFFF", "\uD800\uDC00"),
                sortKeys(store().query(range("€", "\uD800\uDC00")).items()));
    }

    @Test
    default void aPrefixFindsEveryKeyThatStartsWithIt() {
        putAll("M", "MSG", "MSG#", "MSG#1", "MSG#9#x", "MSG#\uFFFF", "MSG#😀😀", "MSH", "N");
        assertEquals(
                List.of("MSG#", "MSG#1", "MSG#9#x", "MSG#\uFFFF", "MSG#😀😀"),
                sortKeys(store().query(Query.prefix(Table.MAIN, "P", "MSG#", 100))
                        .items()));
    }

    @Test
    default void pagesFollowEachOtherWithoutGapOrRepeatInBothDirections() {
        putAll("a", "b", "c", "d", "e");
        Query query = new Query(Table.MAIN, "P", "b", "e", true, 2, Optional.empty());
        assertEquals(List.of("b", "c", "d", "e"), flat(pages(store(), query)));
        assertEquals(List.of("e", "d", "c", "b"), flat(pages(store(), query.backwards())));
        pages(store(), query).forEach(page -> assertTrue(page.size() <= 2, page::toString));
    }

    @Test
    default void afterNeedsNoItemAndMayLieOutsideTheRange() {
        putAll("a", "c", "e");
        assertEquals(
                List.of("c"), sortKeys(store().query(range("a", "d").after("b")).items()));
        assertEquals(
                List.of("a"),
                sortKeys(store().query(range("a", "d").after("b").backwards()).items()));
        assertEquals(
                List.of("c"), sortKeys(store().query(range("b", "d").after("a")).items()));
        assertEquals(
                List.of("c"),
                sortKeys(store().query(range("b", "d").after("z").backwards()).items()));
        assertEquals(
                List.of(), sortKeys(store().query(range("b", "d").after("z")).items()));
        assertEquals(
                List.of(),
                sortKeys(store().query(range("b", "d").after("a").backwards()).items()));
    }

    @Test
    default void aPageHasAtMost1MegabyteAndTheNextGoesOnBehindIt() {
        int third = ItemStore.MAX_PAGE_BYTES / 3 - 6;
        for (String sk : List.of("a", "b", "c", "d", "e")) {
            store().write(new Write.Put(key(sk), ofBytes(third), ALWAYS));
        }
        assertEquals(List.of(List.of("a", "b", "c"), List.of("d", "e")), pages(store(), range("a", "e")));
        assertEquals(
                List.of(List.of("e", "d", "c"), List.of("b", "a")),
                pages(store(), range("a", "e").backwards()));
        store().write(new Write.Put(key("c"), ofBytes(third + 3), ALWAYS));
        assertEquals(List.of(List.of("a", "b"), List.of("c", "d"), List.of("e")), pages(store(), range("a", "e")));
    }

    private void putAll(String... sortKeys) {
        for (String sk : sortKeys) {
            store().write(put(key(sk), "{}"));
        }
    }

    private static Query range(String from, String to) {
        return new Query(Table.MAIN, "P", from, to, true, 100, Optional.empty());
    }

    private static List<String> flat(List<List<String>> pages) {
        return pages.stream().flatMap(Collection::stream).toList();
    }
}
