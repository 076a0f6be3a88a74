package dev.metis.local.server;

import dev.metis.access.Caller;
import dev.metis.conversation.ConversationId;
import dev.metis.function.api.RunEvents;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.run.RunId;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One live connection: what its client follows, and the thread that sends. Client frames and news from the hub only leave
 * notes for that thread; it alone reads events and writes frames, so one slow client holds up nobody else, and what waits
 * for it is bounded by the number of its subscriptions.
 */
final class LiveConnection implements Runnable {
    private static final int MOST_SUBSCRIPTIONS = 500;
    private static final int MOST_NOTES = 1_000;
    private static final long LONGEST_WAIT_MS = 30_000;

    private final Caller caller;
    private final EventHub hub;
    private final ItemStore store;
    private final RunEvents events;
    private final Follower.Sink sink;
    private final Runnable wake = this::wake;

    /** Notes for the thread: client frames, in order. */
    private final Deque<String> asked = new ArrayDeque<>();
    /** Runs of watched conversations that moved, with the first seq to send. */
    private final Map<RunId, Long> news = new LinkedHashMap<>();

    private boolean woken;
    private boolean closed;

    private final Map<RunId, Follower> followers = new HashMap<>();
    /** Runs told to their end; late news of them are old news. */
    private final Set<RunId> ended = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, Boolean> eldest) {
            return size() > MOST_NOTES;
        }
    });

    private final Set<RunId> asConversation = new HashSet<>();
    private final Map<ConversationId, ObjLongConsumer<RunId>> conversations = new HashMap<>();

    LiveConnection(Caller caller, EventHub hub, ItemStore store, Follower.Sink sink) {
        this.caller = caller;
        this.hub = hub;
        this.store = store;
        this.events = new RunEvents(store);
        this.sink = sink;
    }

    /** Takes a client's frame. False when the client sends faster than it is served. */
    synchronized boolean receive(String frame) {
        if (asked.size() >= MOST_NOTES) {
            return false;
        }
        asked.addLast(frame);
        wake();
        return true;
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    private synchronized void wake() {
        woken = true;
        notifyAll();
    }

    private synchronized void moved(RunId run, long seq) {
        news.merge(run, seq, Math::min);
        wake();
    }

    /** Serves until closed; an I/O failure means that the client is gone. */
    @Override
    public void run() {
        try {
            while (awaitNote()) {
                for (Optional<String> frame = nextFrame(); frame.isPresent(); frame = nextFrame()) {
                    serve(LiveFrames.read(frame.get()));
                }
                followNews();
                advance();
            }
        } catch (IOException e) {
            // The client is gone; whoever owns the connection closes it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            leaveAll();
        }
    }

    private synchronized boolean awaitNote() throws InterruptedException {
        while (!closed && !woken) {
            wait(LONGEST_WAIT_MS);
        }
        woken = false;
        return !closed;
    }

    private synchronized Optional<String> nextFrame() {
        return closed ? Optional.empty() : Optional.ofNullable(asked.pollFirst());
    }

    private synchronized Map<RunId, Long> takeNews() {
        Map<RunId, Long> taken = Map.copyOf(news);
        news.clear();
        return taken;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private void serve(LiveFrames.Ask ask) throws IOException {
        switch (ask) {
            case LiveFrames.Ask.Ping() -> sink.send(LiveFrames.pong());
            case LiveFrames.Ask.Nonsense(String why) -> sink.send(LiveFrames.error("invalid_request", why));
            case LiveFrames.Ask.Run(boolean subscribe, String id, long after) -> {
                if (subscribe) {
                    follow(id, after);
                } else {
                    read(RunId::new, id).ifPresent(this::unfollow);
                }
            }
            case LiveFrames.Ask.Conversation(boolean subscribe, String id) -> {
                if (subscribe) {
                    watch(id);
                } else {
                    read(ConversationId::new, id).ifPresent(this::unwatch);
                }
            }
        }
    }

    private void follow(String id, long after) throws IOException {
        Optional<RunId> run = read(RunId::new, id);
        if (run.isPresent() && full()) {
            sink.send(
                    ItemMapper.write(LiveFrames.error("too_many_subscriptions").put("runId", id)));
            return;
        }
        if (run.isEmpty() || !follow(run.get(), after, true)) {
            sink.send(ItemMapper.write(LiveFrames.error("not_found").put("runId", id)));
        }
    }

    /** Enters the topic and listens before the head is read: what is committed after that wakes this connection. */
    private boolean follow(RunId run, long after, boolean announce) throws IOException {
        unfollow(run);
        RunKey key = new RunKey(caller.tenant(), run);
        Topic topic = hub.enter(key);
        topic.listen(wake);
        Optional<ObjectNode> head = store.get(Keys.runHead(key.owner(), run)).map(Item::attributes);
        if (head.isEmpty()) {
            topic.forget(wake);
            hub.leave(key);
            return false;
        }
        long last = head.get().path("lastSeq").asLong();
        followers.put(run, new Follower(key, topic, events, after, last));
        if (announce) {
            sink.send(ItemMapper.write(
                    LiveFrames.subscribed().put("runId", run.value()).put("lastSeq", last)));
        }
        wake();
        return true;
    }

    private void unfollow(RunId run) {
        Follower follower = followers.remove(run);
        asConversation.remove(run);
        if (follower != null) {
            follower.topic().forget(wake);
            hub.leave(new RunKey(caller.tenant(), run));
        }
    }

    private void watch(String id) throws IOException {
        Optional<ConversationId> conversation = read(ConversationId::new, id);
        if (conversation.isPresent() && full()) {
            sink.send(
                    ItemMapper.write(LiveFrames.error("too_many_subscriptions").put("conversationId", id)));
            return;
        }
        if (conversation.isEmpty() || !watch(conversation.get())) {
            sink.send(ItemMapper.write(LiveFrames.error("not_found").put("conversationId", id)));
        }
    }

    /** Listens before the active run is looked up: a run that moves after that is news. */
    private boolean watch(ConversationId conversation) throws IOException {
        if (store.get(Keys.conversationItem(caller.tenant(), conversation)).isEmpty()) {
            return false;
        }
        if (!conversations.containsKey(conversation)) {
            ObjLongConsumer<RunId> listener = this::moved;
            conversations.put(conversation, listener);
            hub.enter(caller.tenant(), conversation, listener);
        }
        ObjectNode frame = LiveFrames.subscribed().put("conversationId", conversation.value());
        @Nullable RunId active = activeRun(conversation);
        if (active != null) {
            long last = lastSeq(active);
            frame.put("runId", active.value()).put("lastSeq", last);
            if (!followers.containsKey(active)) {
                followAsConversation(active, last);
            }
        }
        sink.send(ItemMapper.write(frame));
        return true;
    }

    private void unwatch(ConversationId conversation) {
        ObjLongConsumer<RunId> listener = conversations.remove(conversation);
        if (listener != null) {
            hub.leave(caller.tenant(), conversation, listener);
        }
        if (conversations.isEmpty()) {
            List.copyOf(asConversation).forEach(this::unfollow);
        }
    }

    private void followNews() throws IOException {
        for (Map.Entry<RunId, Long> moved : takeNews().entrySet()) {
            boolean wanted = !followers.containsKey(moved.getKey()) && !ended.contains(moved.getKey());
            if (wanted && !full()) {
                followAsConversation(moved.getKey(), moved.getValue() - 1);
            }
        }
    }

    private void followAsConversation(RunId run, long after) throws IOException {
        if (follow(run, after, false)) {
            asConversation.add(run);
        }
    }

    /** A round over all followers, so that none starves another; rounds go on while any had something. */
    private void advance() throws IOException {
        boolean more = true;
        while (more && !isClosed() && !noted()) {
            more = false;
            for (Follower follower : List.copyOf(followers.values())) {
                more |= follower.advance(sink);
                if (follower.ended()) {
                    unfollow(follower.run());
                    ended.add(follower.run());
                }
            }
        }
        if (more) {
            wake();
        }
    }

    private synchronized boolean noted() {
        return !asked.isEmpty() || !news.isEmpty();
    }

    private boolean full() {
        return followers.size() + conversations.size() >= MOST_SUBSCRIPTIONS;
    }

    private void leaveAll() {
        List.copyOf(followers.keySet()).forEach(this::unfollow);
        List.copyOf(conversations.keySet()).forEach(this::unwatch);
    }

    private @Nullable RunId activeRun(ConversationId conversation) {
        return store.get(Keys.queue(caller.tenant(), conversation))
                .map(queue -> queue.attributes().path("activeRun"))
                .filter(JsonNode::isString)
                .map(id -> new RunId(id.asString()))
                .orElse(null);
    }

    private long lastSeq(RunId run) {
        return store.get(Keys.runHead(caller.tenant(), run))
                .map(head -> head.attributes().path("lastSeq").asLong())
                .orElse(0L);
    }

    private static <T> Optional<T> read(Function<String, T> id, String text) {
        try {
            return Optional.of(id.apply(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
