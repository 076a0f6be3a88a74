package dev.metis.function.api;

import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.event.LifecycleEvent.RunError;
import dev.metis.gate.Approvals;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.run.Run;
import dev.metis.run.RunId;
import dev.metis.usecase.StartRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs as JSON. What of a run waits for a person is read from the tenant's pending requests, once for a whole list. */
final class RunViews {
    private static final String QUESTIONS = "QUESTIONS";

    private final ItemStore store;
    private final IndexReader index;

    RunViews(ItemStore store) {
        this.store = store;
        this.index = new IndexReader(store);
    }

    Optional<Run> find(TenantId owner, RunId id) {
        return store.get(Keys.runHead(owner, id)).map(RunViews::read);
    }

    ObjectNode show(Run run) {
        return show(List.of(run)).getFirst();
    }

    List<ObjectNode> show(List<Run> runs) {
        boolean anyApproval = runs.stream().anyMatch(run -> run.waits().approval() > 0);
        boolean anyQuestion = runs.stream().anyMatch(run -> run.waits().user() > 0);
        Pending approvals = anyApproval ? pending(runs.getFirst().owner(), Approvals.INDEX) : Pending.NONE;
        Pending questions = anyQuestion ? pending(runs.getFirst().owner(), QUESTIONS) : Pending.NONE;
        return runs.stream().map(run -> show(run, approvals, questions)).toList();
    }

    /** Which runs to list. */
    record Filter(Optional<String> status, Optional<ConversationId> conversation) {}

    /** The owner's runs, the newest first. Those of incognito conversations are listed only where these are named. */
    IndexReader.Found<Run> list(TenantId owner, Filter filter, int limit, Optional<String> after) {
        return index.read(
                new IndexReader.Wanted(owner, StartRun.INDEX, true, limit, after),
                entry -> target(owner, filter, entry),
                item -> Optional.of(read(item))
                        .filter(run ->
                                filter.status().map(run.status().wire()::equals).orElse(true)));
    }

    private static Optional<ItemKey> target(TenantId owner, Filter filter, ObjectNode entry) {
        String conversation = entry.path("conversationId").asString();
        boolean wanted = filter.conversation()
                .map(c -> c.value().equals(conversation))
                .orElseGet(() -> !entry.path("incognito").asBoolean());
        return wanted
                ? Optional.of(Keys.runHead(owner, new RunId(entry.path("runId").asString())))
                : Optional.empty();
    }

    private record Pending(Map<String, List<String>> byRun) {
        static final Pending NONE = new Pending(Map.of());

        ArrayNode of(Run run) {
            ArrayNode ids = ItemMapper.object().putArray("ids");
            byRun.getOrDefault(run.id().value(), List.of()).forEach(ids::add);
            return ids;
        }
    }

    private Pending pending(TenantId owner, String name) {
        Map<String, List<String>> byRun = new HashMap<>();
        Query query = Query.prefix(Table.MAIN, Keys.indexPk(owner, name), "", Query.MAX_LIMIT);
        Optional<String> next = Optional.empty();
        do {
            Page page = store.query(next.map(query::after).orElse(query));
            for (Item item : page.items()) {
                ObjectNode entry = item.attributes();
                byRun.computeIfAbsent(entry.path("runId").asString(), run -> new ArrayList<>())
                        .add(entry.path("id").asString());
            }
            next = page.next();
        } while (next.isPresent());
        return new Pending(byRun);
    }

    private static ObjectNode show(Run run, Pending approvals, Pending questions) {
        Run.Spec spec = run.spec();
        ObjectNode json = ItemMapper.object();
        json.put("id", run.id().value());
        json.put("conversationId", spec.conversationId().value());
        json.put("messageId", spec.messageId().value());
        json.put("status", run.status().wire());
        json.put("version", run.version());
        json.put("attempt", run.attempt());
        json.put("trigger", spec.trigger());
        json.put("provider", spec.provider());
        json.put("model", spec.model());
        json.put("profile", spec.profile());
        json.put("mode", spec.mode());
        json.put("createdAt", ItemMapper.timestamp(spec.createdAt()));
        json.put("startedAt", time(run.startedAt()));
        json.put("finishedAt", time(run.finishedAt()));
        json.put("lastSeq", run.lastSeq());
        json.set("usage", usage(run.usage()));
        ending(run, json);
        ObjectNode pending = json.putObject("pending");
        pending.set("approvals", approvals.of(run));
        pending.set("questions", questions.of(run));
        pending.putArray("children");
        return json;
    }

    private static void ending(Run run, ObjectNode json) {
        RunError error = run.error();
        if (error != null) {
            json.set("error", ItemMapper.toTree(error));
        }
        if (run.finishReason() != null) {
            json.put("finishReason", run.finishReason());
        }
        if (run.spec().metadata() != null) {
            json.set("metadata", run.spec().metadata());
        }
        RunId retried = run.spec().retryOf();
        if (retried != null) {
            json.put("retryOf", retried.value());
        }
    }

    private static ObjectNode usage(Run.Usage usage) {
        ObjectNode json = ItemMapper.object();
        json.put("inputTokens", usage.inputTokens());
        json.put("outputTokens", usage.outputTokens());
        json.put("cachedInputTokens", usage.cachedInputTokens());
        json.put("reasoningTokens", usage.reasoningTokens());
        json.put("costUsd", usage.costUsd());
        return json;
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : ItemMapper.timestamp(instant);
    }

    private static Run read(Item item) {
        return ItemMapper.fromTree(item.attributes(), Run.class);
    }
}
