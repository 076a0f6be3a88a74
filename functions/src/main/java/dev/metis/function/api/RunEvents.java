package dev.metis.function.api;

import dev.metis.access.TenantId;
import dev.metis.event.EventType;
import dev.metis.item.Keys;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.run.RunId;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Reads a run's log as every transport shows it: in order, without gaps, as JSON envelopes. */
public final class RunEvents {
    private final ItemStore store;

    public RunEvents(ItemStore store) {
        this.store = store;
    }

    /** The events after a seq, at most so many; fewer where a page of the store is full. */
    public List<ObjectNode> after(TenantId owner, RunId run, long seq, int limit) {
        Query query = new Query(
                Table.EVENTS,
                Keys.run(owner, run),
                Keys.eventSk(seq + 1),
                "E#" + Query.HIGH,
                true,
                limit,
                Optional.empty());
        Page page = store.query(query);
        return page.items().stream().map(Item::attributes).toList();
    }

    public static long seq(ObjectNode event) {
        return event.path("seq").asLong();
    }

    /** Whether the event ends its run. A type that this program does not know ends nothing. */
    public static boolean terminal(ObjectNode event) {
        String type = event.path("type").asString();
        for (EventType known : EventType.values()) {
            if (known.wire().equals(type)) {
                return known.terminal();
            }
        }
        return false;
    }
}
