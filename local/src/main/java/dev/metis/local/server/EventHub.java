package dev.metis.local.server;

import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.function.api.RunEvents;
import dev.metis.function.api.RunWatch;
import dev.metis.item.Keys;
import dev.metis.port.ChangeFeed;
import dev.metis.port.ChangeFeed.ItemChange;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.run.RunId;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one place where committed events become wake-ups. The change feed calls it; whoever watches a run or a conversation
 * is told, and then reads. It holds nothing of runs that nobody watches.
 */
public final class EventHub implements ChangeFeed.Handler, RunWatch, AutoCloseable {
    private static final int CONVERSATIONS_KNOWN = 10_000;

    private final ItemStore store;
    private final Map<RunKey, Topic> topics = new HashMap<>();
    private final Map<ConversationKey, Set<ObjLongConsumer<RunId>>> conversations = new ConcurrentHashMap<>();
    private final Map<RunKey, ConversationId> homes = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunKey, ConversationId> eldest) {
            return size() > CONVERSATIONS_KNOWN;
        }
    };
    private boolean closed;

    public EventHub(ItemStore store) {
        this.store = store;
    }

    private record ConversationKey(TenantId owner, ConversationId conversation) {}

    @Override
    public void handle(List<ItemChange> batch) {
        for (ItemChange change : batch) {
            RunKey.ofEvent(change.key())
                    .ifPresent(run -> change.image().map(Item::attributes).ifPresent(event -> publish(run, event)));
        }
    }

    private void publish(RunKey run, ObjectNode event) {
        Topic topic;
        synchronized (topics) {
            topic = topics.get(run);
        }
        if (topic != null) {
            topic.publish(event);
        }
        home(run, event)
                .map(home -> conversations.get(new ConversationKey(run.owner(), home)))
                .ifPresent(
                        listeners -> listeners.forEach(listener -> listener.accept(run.run(), RunEvents.seq(event))));
    }

    /** The conversation of a run: a run's first event names it; of older runs the head is asked, if anybody cares. */
    private Optional<ConversationId> home(RunKey run, ObjectNode event) {
        String named = event.path("data").path("conversationId").asString("");
        synchronized (homes) {
            if (RunEvents.seq(event) == 1 && !named.isEmpty()) {
                homes.put(run, new ConversationId(named));
            }
            ConversationId known = homes.get(run);
            if (known != null || conversations.isEmpty()) {
                return Optional.ofNullable(known);
            }
        }
        Optional<ConversationId> found = store.get(Keys.runHead(run.owner(), run.run()))
                .map(head -> new ConversationId(
                        head.attributes().path("spec").path("conversationId").asString()));
        synchronized (homes) {
            found.ifPresent(home -> homes.put(run, home));
        }
        return found;
    }

    /** The run's topic, which lives until as many have left it as have entered. */
    Topic enter(RunKey run) {
        synchronized (topics) {
            Topic topic = topics.computeIfAbsent(run, key -> new Topic());
            topic.watchers(1);
            if (closed) {
                topic.end();
            }
            return topic;
        }
    }

    void leave(RunKey run) {
        synchronized (topics) {
            @Nullable Topic topic = topics.get(run);
            if (topic != null && topic.watchers(-1) <= 0) {
                topics.remove(run);
            }
        }
    }

    /** Tells the listener of each event in the conversation: its run and seq. The listener must not block. */
    void enter(TenantId owner, ConversationId conversation, ObjLongConsumer<RunId> listener) {
        conversations.compute(new ConversationKey(owner, conversation), (key, listeners) -> {
            Set<ObjLongConsumer<RunId>> set = listeners == null ? new CopyOnWriteArraySet<>() : listeners;
            set.add(listener);
            return set;
        });
    }

    void leave(TenantId owner, ConversationId conversation, ObjLongConsumer<RunId> listener) {
        conversations.computeIfPresent(new ConversationKey(owner, conversation), (key, listeners) -> {
            listeners.remove(listener);
            return listeners.isEmpty() ? null : listeners;
        });
    }

    /** How many runs are watched now. */
    int watched() {
        synchronized (topics) {
            return topics.size();
        }
    }

    @Override
    public Watch open(TenantId owner, RunId run) {
        RunKey key = new RunKey(owner, run);
        Topic topic = enter(key);
        return new Watch() {
            private boolean left;

            @Override
            public boolean await(long seq, Duration atMost) throws InterruptedException {
                return topic.await(seq, atMost);
            }

            @Override
            public boolean over() {
                return topic.over();
            }

            @Override
            public void close() {
                if (!left) {
                    left = true;
                    leave(key);
                }
            }
        };
    }

    /** Ends every wait: the server stops. */
    @Override
    public void close() {
        synchronized (topics) {
            closed = true;
            topics.values().forEach(Topic::end);
        }
    }
}
