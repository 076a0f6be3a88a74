package dev.metis.function.api;

import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.run.RunId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Everything that is stored of a run, in one document: enough to see afterwards what happened and why. */
final class TraceRoutes {
    /** Where the items of a run go, by the kind in their sort key. What has no place here is in {@code other}. */
    private static final Map<String, String> PLACES = Map.ofEntries(
            Map.entry("ATT", "attempts"),
            Map.entry("CTX", "snapshots"),
            Map.entry("CAP", "manifests"),
            Map.entry("TURN", "turns"),
            Map.entry("CALL", "toolCalls"),
            Map.entry("RCPT", "receipts"),
            Map.entry("APPR", "approvals"),
            Map.entry("QUES", "questions"),
            Map.entry("GRANT", "grants"),
            Map.entry("WAIT", "waits"),
            Map.entry("SBX", "sandboxes"),
            Map.entry("STEER", "steers"),
            Map.entry("CHILD", "children"),
            Map.entry("ART", "artifacts"),
            Map.entry("AUDIT", "audit"));

    /** What opens something: it is left out wherever it lies. */
    private static final Set<String> SECRETS = Set.of("token", "taskToken", "nonce", "gatewayToken", "tokenHash");

    /** What models and people wrote is shown as it is. */
    private static final Set<String> MODEL_TEXT = Set.of("arguments", "data", "script", "metadata", "result");

    private static final int PAGE = 500;

    private final ItemStore store;
    private final RunEvents events;

    TraceRoutes(ItemStore store) {
        this.store = store;
        this.events = new RunEvents(store);
    }

    List<Route> routes() {
        return List.of(Route.get("/v1/runs/{id}/trace", "getRunTrace", "Everything that is stored of the run")
                .needs(Scope.RUNS_READ)
                .answers(Route.Answer.json(200, "Trace"), this::trace));
    }

    private ApiResponse trace(Call call) {
        TenantId owner = call.caller().tenant();
        RunId run = call.id(RunId::new);
        ObjectNode head = store.get(Keys.runHead(owner, run))
                .map(Item::attributes)
                .orElseThrow(() -> Problem.notFound().raise());
        ObjectNode trace = ItemMapper.object();
        trace.put("runId", run.value());
        trace.set("usage", head.path("usage").deepCopy());
        trace.set("run", head);
        PLACES.values().stream().sorted().forEach(trace::putArray);
        items(owner, run, trace);
        log(owner, run, trace.putArray("events"));
        conceal(trace);
        return ApiResponse.json(200, trace);
    }

    private void items(TenantId owner, RunId run, ObjectNode trace) {
        Query query = Query.prefix(Table.MAIN, Keys.run(owner, run), "", PAGE);
        Optional<String> next = Optional.empty();
        do {
            Page page = store.query(next.map(query::after).orElse(query));
            page.items().forEach(item -> place(item, trace));
            next = page.next();
        } while (next.isPresent());
    }

    private static void place(Item item, ObjectNode trace) {
        String sk = item.key().sk();
        if (sk.equals("RUN")) {
            return;
        }
        if (sk.equals("LEASE")) {
            trace.set("lease", item.attributes());
            return;
        }
        String kind = sk.contains("#") ? sk.substring(0, sk.indexOf('#')) : sk;
        ObjectNode entry = ItemMapper.object().put("key", sk);
        entry.setAll(item.attributes());
        trace.withArray("/" + PLACES.getOrDefault(kind, "other")).add(entry);
    }

    private void log(TenantId owner, RunId run, ArrayNode log) {
        List<ObjectNode> page = events.after(owner, run, 0, PAGE);
        while (!page.isEmpty()) {
            page.forEach(log::add);
            page = events.after(owner, run, RunEvents.seq(page.getLast()), PAGE);
        }
    }

    /** Words of people and models may be called anything; only text under these names is left out. */
    private static void conceal(JsonNode node) {
        if (node instanceof ObjectNode object) {
            SECRETS.forEach(name -> {
                if (object.path(name).isString()) {
                    object.put(name, "[left out]");
                }
            });
            object.properties().stream()
                    .filter(member -> !MODEL_TEXT.contains(member.getKey()))
                    .forEach(member -> conceal(member.getValue()));
        } else {
            node.values().forEach(TraceRoutes::conceal);
        }
    }
}
