package dev.metis.testkit.store;

import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Utf8;
import dev.metis.port.Write;
import dev.metis.port.WriteResult;
import dev.metis.port.rule.AdmittedWrite;
import dev.metis.port.rule.ItemJson;
import dev.metis.port.rule.Stored;
import dev.metis.port.rule.StoredJson;
import dev.metis.port.rule.WriteDecider;
import dev.metis.port.rule.WriteDecision;
import dev.metis.port.rule.WriteDecision.Effect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An item store that forgets everything with its object. {@link InMemoryChangeFeed} delivers its changes. Items are kept
 * as bytes, so that nobody else holds a part of one and a reader gets what any other store would give.
 */
public final class InMemoryItemStore implements ItemStore {
    private record Partition(Table table, String pk) {}

    private final Map<Partition, NavigableMap<String, StoredJson>> partitions = new HashMap<>();
    private final InMemoryChangeLog log = new InMemoryChangeLog();

    @Override
    public synchronized Optional<Item> get(ItemKey key) {
        return item(key);
    }

    @Override
    public synchronized Map<ItemKey, Item> getAll(Collection<ItemKey> keys) {
        if (keys.size() > MAX_KEYS_PER_READ) {
            throw new IllegalArgumentException("a read of " + keys.size() + " keys; at most " + MAX_KEYS_PER_READ);
        }
        Map<ItemKey, Item> found = new HashMap<>();
        keys.forEach(key -> item(key).ifPresent(item -> found.put(key, item)));
        return found;
    }

    @Override
    public synchronized Page query(Query query) {
        List<Item> items = new ArrayList<>();
        Optional<String> last = Optional.empty();
        int bytes = 0;
        for (Map.Entry<String, StoredJson> entry : range(query).entrySet()) {
            StoredJson row = entry.getValue();
            bytes += row.bytes();
            if (items.size() == query.limit() || bytes > MAX_PAGE_BYTES) {
                return new Page(items, last);
            }
            last = Optional.of(entry.getKey());
            items.add(new Item(new ItemKey(query.table(), query.pk(), entry.getKey()), row.attributes()));
        }
        return new Page(items, Optional.empty());
    }

    @Override
    public WriteResult write(Write write) {
        return decide(List.of(AdmittedWrite.of(write)));
    }

    @Override
    public WriteResult transact(List<Write> writes) {
        return decide(AdmittedWrite.all(writes));
    }

    /** The changes in commit order, for the feed. */
    InMemoryChangeLog log() {
        return log;
    }

    private synchronized WriteResult decide(List<AdmittedWrite> writes) {
        List<@Nullable Stored> before = new ArrayList<>();
        writes.forEach(write -> before.add(row(write.write().key())));
        return switch (WriteDecider.decide(writes, before)) {
            case WriteDecision.Refuse refuse -> refuse.result();
            case WriteDecision.Apply apply -> {
                List<ItemKey> changed = new ArrayList<>();
                for (int i = 0; i < writes.size(); i++) {
                    apply(writes.get(i).write().key(), apply.effects().get(i), changed);
                }
                log.append(changed);
                yield new WriteResult.Committed();
            }
        };
    }

    private void apply(ItemKey key, Effect effect, List<ItemKey> changed) {
        NavigableMap<String, StoredJson> partition =
                partitions.computeIfAbsent(new Partition(key.table(), key.pk()), _ -> new TreeMap<>(Utf8.ORDER));
        switch (effect) {
            case Effect.Store store ->
                partition.put(key.sk(), new StoredJson(ItemJson.write(store.attributes()), store.bytes()));
            case Effect.Remove _ -> partition.remove(key.sk());
            case Effect.Keep _ -> {
                return;
            }
        }
        changed.add(key);
    }

    private NavigableMap<String, StoredJson> range(Query query) {
        NavigableMap<String, StoredJson> partition = partitions.get(new Partition(query.table(), query.pk()));
        Comparator<String> order = Utf8.ORDER;
        if (partition == null || order.compare(query.from(), query.to()) > 0) {
            return Collections.emptyNavigableMap();
        }
        NavigableMap<String, StoredJson> range = partition.subMap(query.from(), true, query.to(), true);
        NavigableMap<String, StoredJson> read = query.ascending() ? range : range.descendingMap();
        if (query.after().isEmpty()) {
            return read;
        }
        NavigableMap<String, StoredJson> rest = new TreeMap<>(read.comparator());
        read.forEach((sk, row) -> {
            if (read.comparator().compare(sk, query.after().get()) > 0) {
                rest.put(sk, row);
            }
        });
        return rest;
    }

    private @Nullable StoredJson row(ItemKey key) {
        NavigableMap<String, StoredJson> partition = partitions.get(new Partition(key.table(), key.pk()));
        return partition == null ? null : partition.get(key.sk());
    }

    private Optional<Item> item(ItemKey key) {
        return Optional.ofNullable(row(key)).map(row -> new Item(key, row.attributes()));
    }
}
