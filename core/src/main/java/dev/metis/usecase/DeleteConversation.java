package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.ConversationQueue;
import dev.metis.conversation.ConversationStore;
import dev.metis.conversation.Message;
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
import dev.metis.run.Run;
import dev.metis.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Deletes a conversation with its messages, runs and events. The queue goes first, so that no run begins any more; the
 * conversation itself goes last, so that what a crash leaves behind is listed still, and deleting it again goes on.
 * Stored bytes of artifacts stay: nothing names them any more.
 */
public final class DeleteConversation {
    private static final int BATCH = 100;

    private final ItemStore store;
    private final ConversationStore conversations;

    public DeleteConversation(ItemStore store) {
        this.store = store;
        this.conversations = new ConversationStore(store);
    }

    /** How a deletion ended. */
    public sealed interface Result {
        /** It is gone. */
        record Deleted() implements Result {}

        /** A run of it is active or waits. */
        record RunActive(RunId run) implements Result {}
    }

    public Result delete(TenantId owner, ConversationId id) {
        conversations.get(owner, id);
        Optional<ConversationStore.WithQueue> read = conversations.withQueue(owner, id);
        if (read.isPresent()) {
            ConversationQueue queue = read.get().queue();
            RunId active = queue.activeRun();
            if (active != null) {
                return new Result.RunActive(active);
            }
            closeQueue(owner, id, queue);
        }
        for (Item item : all(Table.MAIN, Keys.conversation(owner, id), "MSG#")) {
            Message message = ItemMapper.fromTree(item.attributes(), Message.class);
            deleteRun(owner, message.runId());
        }
        deleteAll(all(Table.MAIN, "O#" + owner.value() + "#WS#" + id.value(), ""));
        deleteAll(all(Table.MAIN, Keys.conversation(owner, id), "").stream()
                .filter(item -> !item.key().sk().equals("CONV"))
                .toList());
        conversations.remove(owner, id);
        return new Result.Deleted();
    }

    private void closeQueue(TenantId owner, ConversationId id, ConversationQueue queue) {
        Write move = ConversationStore.moveQueue(owner, id, queue, queue);
        if (!store.write(new Write.Delete(move.key(), move.condition())).committed()) {
            throw new TransientException(
                    ErrorCode.STORE_CONTENDED, "the conversation changed while it was being deleted; try again");
        }
    }

    private void deleteRun(TenantId owner, RunId id) {
        List<Item> items = all(Table.MAIN, Keys.run(owner, id), "");
        List<ItemKey> pointers = new ArrayList<>();
        for (Item item : items) {
            String sk = item.key().sk();
            if (sk.equals("RUN")) {
                Run run = ItemMapper.fromTree(item.attributes(), Run.class);
                if (run.open()) {
                    throw new PermanentException(ErrorCode.RUN_ACTIVE, "a run of the conversation has not ended");
                }
                pointers.add(Keys.index(owner, StartRun.INDEX, run.spec().createdAt(), id.value()));
            } else if (sk.startsWith("APPR#") || sk.startsWith("QUES#") || sk.startsWith("ART#")) {
                pointers.add(Keys.lookup(owner, sk.substring(sk.indexOf('#') + 1)));
            }
        }
        deleteKeys(pointers);
        deleteAll(all(Table.EVENTS, Keys.run(owner, id), ""));
        deleteAll(items);
    }

    private List<Item> all(Table table, String pk, String prefix) {
        List<Item> items = new ArrayList<>();
        Query query = Query.prefix(table, pk, prefix, Query.MAX_LIMIT);
        Optional<String> next = Optional.empty();
        do {
            Page page = store.query(next.map(query::after).orElse(query));
            items.addAll(page.items());
            next = page.next();
        } while (next.isPresent());
        return items;
    }

    private void deleteAll(List<Item> items) {
        deleteKeys(items.stream().map(Item::key).toList());
    }

    private void deleteKeys(List<ItemKey> keys) {
        for (int i = 0; i < keys.size(); i += BATCH) {
            List<Write> batch = keys.subList(i, Math.min(keys.size(), i + BATCH)).stream()
                    .<Write>map(key -> new Write.Delete(key, new Condition.Always()))
                    .toList();
            store.transact(batch);
        }
    }
}
