package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;
import dev.metis.port.Write;
import dev.metis.run.RunId;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** Keeps what happened but changed nothing: late results, refused decisions. Shown in the trace of their run. */
public final class Audit {
    private static final int MAX_DETAIL = 4_000;

    private final ItemStore store;
    private final TimeSource time;
    private final IdSource ids;

    public Audit(ItemStore store, TimeSource time, IdSource ids) {
        this.store = store;
        this.time = time;
        this.ids = ids;
    }

    /** Writes one item in the run's own partition (for its trace) and one in the tenant's month. */
    public void record(TenantId owner, RunId run, String kind, String detail) {
        Instant now = time.now();
        String ulid = ids.ulid();
        ObjectNode item = ItemMapper.object();
        item.put("kind", kind);
        item.put("runId", run.value());
        item.put("detail", detail.length() > MAX_DETAIL ? detail.substring(0, MAX_DETAIL) : detail);
        item.put("at", ItemMapper.timestamp(now));
        store.transact(java.util.List.of(
                new Write.Put(Keys.audit(owner, now, ulid), item, new Condition.NotExists()),
                new Write.Put(Keys.ofRun(owner, run, "AUDIT", ulid), item, new Condition.NotExists())));
    }
}
