package dev.metis.conversation;

import dev.metis.access.TenantId;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** Conversations, their queue items and their index, each change of them in one transaction. */
public final class ConversationStore {
    public static final String INDEX = "CONVS";

    private static final int TRIES = 20;
    private static final int SCANNED_AT_MOST = 1_000;

    private final ItemStore store;

    public ConversationStore(ItemStore store) {
        this.store = store;
    }

    /** Stores a new conversation with its empty queue; an incognito one gets no index entry. */
    public void create(Conversation conversation) {
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Put(key(conversation), ItemMapper.attributes(conversation), new Condition.NotExists()));
        writes.add(new Write.Put(
                Keys.queue(conversation.owner(), conversation.id()),
                ItemMapper.attributes(ConversationQueue.EMPTY),
                new Condition.NotExists()));
        indexPut(conversation).ifPresent(writes::add);
        if (!store.transact(writes).committed()) {
            throw new PermanentException(ErrorCode.CONFLICT, "the conversation's id is taken");
        }
    }

    public Optional<Conversation> find(TenantId owner, ConversationId id) {
        return store.get(Keys.conversationItem(owner, id)).map(ConversationStore::read);
    }

    public Conversation get(TenantId owner, ConversationId id) {
        return find(owner, id)
                .orElseThrow(() -> new PermanentException(ErrorCode.NOT_FOUND, "there is no such conversation"));
    }

    public ConversationQueue queue(TenantId owner, ConversationId id) {
        return store.get(Keys.queue(owner, id))
                .map(item -> ItemMapper.fromTree(item.attributes(), ConversationQueue.class))
                .orElseThrow(() -> new PermanentException(ErrorCode.NOT_FOUND, "there is no such conversation"));
    }

    /** Conversation and queue in one read; empty when either is gone. */
    public Optional<WithQueue> withQueue(TenantId owner, ConversationId id) {
        Map<ItemKey, Item> items = store.getAll(List.of(Keys.conversationItem(owner, id), Keys.queue(owner, id)));
        Item conversation = items.get(Keys.conversationItem(owner, id));
        Item queue = items.get(Keys.queue(owner, id));
        if (conversation == null || queue == null) {
            return Optional.empty();
        }
        return Optional.of(
                new WithQueue(read(conversation), ItemMapper.fromTree(queue.attributes(), ConversationQueue.class)));
    }

    /** A conversation with its queue, as read together. */
    public record WithQueue(Conversation conversation, ConversationQueue queue) {}

    /** Takes the conversation and its place in the list away, whatever changes it meanwhile; one that is gone is no fault. */
    public void remove(TenantId owner, ConversationId id) {
        for (int i = 0; i < TRIES; i++) {
            Optional<Conversation> read = find(owner, id);
            if (read.isEmpty()) {
                return;
            }
            boolean done = store.transact(List.of(
                            new Write.Delete(
                                    key(read.get()),
                                    new Condition.Equal(
                                            List.of("version"),
                                            ItemMapper.toTree(read.get().version()))),
                            new Write.Delete(indexKey(read.get()), new Condition.Always())))
                    .committed();
            if (done) {
                return;
            }
        }
        throw new TransientException(
                ErrorCode.STORE_CONTENDED, "the conversation changed under every try to delete it; try again");
    }

    /** Changes a conversation; a lost race is decided again on what the winner left. */
    public Conversation change(TenantId owner, ConversationId id, UnaryOperator<Conversation> change) {
        for (int i = 0; i < TRIES; i++) {
            Conversation before = get(owner, id);
            Conversation after = change.apply(before);
            if (store.transact(replace(before, after)).committed()) {
                return after;
            }
        }
        throw new TransientException(
                ErrorCode.STORE_CONTENDED, "the conversation changed under every try to write it; try again");
    }

    /** The writes that replace a conversation as read by a changed one, index included. */
    public static List<Write> replace(Conversation before, Conversation after) {
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Put(
                key(after),
                ItemMapper.attributes(after),
                new Condition.Equal(List.of("version"), ItemMapper.toTree(before.version()))));
        ItemKey old = indexKey(before);
        if (!before.incognito() && !old.equals(indexKey(after))) {
            writes.add(new Write.Delete(old, new Condition.Always()));
        }
        indexPut(after).ifPresent(writes::add);
        return writes;
    }

    /** The write that moves the queue from the state as read to the next; refused when anybody moved it meanwhile. */
    public static Write moveQueue(
            TenantId owner, ConversationId id, ConversationQueue before, ConversationQueue after) {
        var active = before.activeRun();
        return new Write.Put(
                Keys.queue(owner, id),
                ItemMapper.attributes(after),
                Condition.all(
                        new Condition.Equal(List.of("nextTicket"), ItemMapper.toTree(before.nextTicket())),
                        new Condition.Equal(List.of("servedTicket"), ItemMapper.toTree(before.servedTicket())),
                        new Condition.Equal(List.of("waiting"), ItemMapper.toTree(before.waiting())),
                        active == null
                                ? new Condition.Missing(List.of("activeRun"))
                                : new Condition.Equal(List.of("activeRun"), ItemMapper.toTree(active))));
    }

    /**
     * A page of the owner's conversations, the last touched first. {@code text} filters by title, without case;
     * {@code after} is the cursor of the page before.
     */
    public Listing list(TenantId owner, Optional<String> text, int limit, Optional<String> after) {
        List<Conversation> found = new ArrayList<>();
        Optional<String> cursor = after;
        int scanned = 0;
        while (found.size() < limit && scanned < SCANNED_AT_MOST) {
            Query all = Query.prefix(Table.MAIN, Keys.indexPk(owner, INDEX), "", limit - found.size())
                    .backwards();
            Page page = store.query(cursor.map(all::after).orElse(all));
            scanned += page.items().size();
            page.items().stream()
                    .map(ConversationStore::read)
                    .filter(c -> text.map(t -> matches(c, t)).orElse(true))
                    .forEach(found::add);
            cursor = page.next();
            if (cursor.isEmpty()) {
                break;
            }
        }
        return new Listing(List.copyOf(found), cursor);
    }

    /** A page and the cursor to go on after, if there may be more. */
    public record Listing(List<Conversation> conversations, Optional<String> next) {}

    private static boolean matches(Conversation conversation, String text) {
        String title = conversation.title();
        return title != null && title.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    static ItemKey key(Conversation conversation) {
        return Keys.conversationItem(conversation.owner(), conversation.id());
    }

    static ItemKey indexKey(Conversation conversation) {
        return Keys.index(
                conversation.owner(),
                INDEX,
                conversation.updatedAt(),
                conversation.id().value());
    }

    /** The index entry holds the conversation itself, without its script: a list is one query. */
    private static Optional<Write> indexPut(Conversation conversation) {
        if (conversation.incognito()) {
            return Optional.empty();
        }
        ObjectNode entry = ItemMapper.attributes(conversation);
        entry.remove("script");
        return Optional.of(new Write.Put(indexKey(conversation), entry, new Condition.Always()));
    }

    private static Conversation read(Item item) {
        return ItemMapper.fromTree(item.attributes(), Conversation.class);
    }
}
