package dev.metis.testkit.store;

import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Query;
import dev.metis.port.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Items for tests, written shortly. */
final class Items {
    static final Condition ALWAYS = new Condition.Always();
    static final Condition NOT_EXISTS = new Condition.NotExists();

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Items() {}

    /** A key in the partition of most tests. */
    static ItemKey key(String sk) {
        return ItemKey.main("P", sk);
    }

    /** JSON with single quotes. */
    static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }

    static ObjectNode attributes(String text) {
        return (ObjectNode) json(text);
    }

    static ObjectNode none() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** An object whose one attribute has as many bytes as asked for, its name included. */
    static ObjectNode ofBytes(int bytes) {
        return none().put("d", "x".repeat(bytes - 1));
    }

    static Write put(ItemKey key, String attributes) {
        return new Write.Put(key, attributes(attributes), ALWAYS);
    }

    /** The attributes as stored; numbers in the nodes that {@link #json} chooses, whatever the store chose. */
    static Optional<ObjectNode> read(ItemStore store, ItemKey key) {
        return store.get(key).map(item -> attributes(item.attributes().toString()));
    }

    static List<String> sortKeys(List<Item> items) {
        return items.stream().map(item -> item.key().sk()).toList();
    }

    /** The sort keys of all pages of a query, page by page. */
    static List<List<String>> pages(ItemStore store, Query query) {
        List<List<String>> pages = new ArrayList<>();
        Optional<Query> next = Optional.of(query);
        while (next.isPresent()) {
            var page = store.query(next.get());
            pages.add(sortKeys(page.items()));
            next = page.next().map(query::after);
        }
        return pages;
    }
}
