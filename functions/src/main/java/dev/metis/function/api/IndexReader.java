package dev.metis.function.api;

import dev.metis.access.TenantId;
import dev.metis.item.Keys;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Reads lists from their index entries: a page of entries, then what they point at in batches. */
final class IndexReader {
    /** What one page may look at when most of it is filtered out; the cursor goes on from there. */
    private static final int SCANNED_AT_MOST = 2_000;

    private static final int BATCH = 100;

    private final ItemStore store;

    IndexReader(ItemStore store) {
        this.store = store;
    }

    /** Where to read: which index, in which direction, how many, from where. */
    record Wanted(TenantId owner, String index, boolean newestFirst, int limit, Optional<String> after) {}

    /** Items in the order of the index, and the place to go on from. */
    record Found<T>(List<T> items, Optional<String> next) {}

    /**
     * Pages through an index. {@code target} says which item an entry points at (empty: leave it out), {@code reading}
     * what to make of that item (empty: leave it out).
     */
    <T> Found<T> read(
            Wanted wanted, Function<ObjectNode, Optional<ItemKey>> target, Function<Item, Optional<T>> reading) {
        List<T> found = new ArrayList<>();
        Optional<String> place = wanted.after();
        int scanned = 0;
        while (true) {
            Page page = store.query(query(wanted, place, Math.min(BATCH, wanted.limit() - found.size())));
            scanned += page.items().size();
            List<ItemKey> targets = page.items().stream()
                    .flatMap(item -> target.apply(item.attributes()).stream())
                    .toList();
            Map<ItemKey, Item> items = getAll(targets);
            targets.stream()
                    .flatMap(key -> Optional.ofNullable(items.get(key)).stream())
                    .flatMap(item -> reading.apply(item).stream())
                    .forEach(found::add);
            place = page.next();
            if (place.isEmpty() || found.size() >= wanted.limit() || scanned >= SCANNED_AT_MOST) {
                return new Found<>(List.copyOf(found), place);
            }
        }
    }

    /** Reads any number of items. */
    Map<ItemKey, Item> getAll(List<ItemKey> keys) {
        Map<ItemKey, Item> items = new HashMap<>();
        for (int i = 0; i < keys.size(); i += BATCH) {
            items.putAll(store.getAll(keys.subList(i, Math.min(keys.size(), i + BATCH))));
        }
        return items;
    }

    private static Query query(Wanted wanted, Optional<String> place, int limit) {
        Query query = Query.prefix(Table.MAIN, Keys.indexPk(wanted.owner(), wanted.index()), "", limit);
        Query directed = wanted.newestFirst() ? query.backwards() : query;
        return place.map(directed::after).orElse(directed);
    }
}
