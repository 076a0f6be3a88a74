package dev.metis.item;

import dev.metis.access.TenantId;
import dev.metis.port.Condition;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import dev.metis.run.RunId;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Finds the run that an approval, question or artifact belongs to, within one tenant. Entries are permanent. */
public final class Lookups {
    private Lookups() {}

    public static Write put(TenantId owner, String id, RunId run) {
        ObjectNode attributes = ItemMapper.object();
        attributes.put("runId", run.value());
        return new Write.Put(Keys.lookup(owner, id), attributes, new Condition.NotExists());
    }

    public static Optional<RunId> find(ItemStore store, TenantId owner, String id) {
        return store.get(Keys.lookup(owner, id))
                .map(item -> new RunId(item.attributes().path("runId").asString()));
    }
}
