package dev.metis.port.rule;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import dev.metis.port.WriteResult;
import dev.metis.port.rule.WriteDecision.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Decides a transaction: from its writes and the items as they are, to what is written, or that nothing is. */
public final class WriteDecider {
    private WriteDecider() {}

    /** Decides the writes; {@code before} holds, in their order, the items as stored, null for an absent one. */
    public static WriteDecision decide(List<AdmittedWrite> writes, List<@Nullable Stored> before) {
        List<WriteResult.Refusal> refusals = new ArrayList<>();
        List<@Nullable ObjectNode> attributes = new ArrayList<>(writes.size());
        for (int i = 0; i < writes.size(); i++) {
            Write write = writes.get(i).write();
            Stored stored = before.get(i);
            ObjectNode item = stored != null && needsAttributes(write) ? stored.attributes() : null;
            attributes.add(item);
            if (!holds(write, stored, item)) {
                ObjectNode current = stored == null || item != null ? item : stored.attributes();
                refusals.add(new WriteResult.Refusal(
                        i, write.key(), Optional.ofNullable(current).map(found -> new Item(write.key(), found))));
            }
        }
        return refusals.isEmpty()
                ? new WriteDecision.Apply(effects(writes, before, attributes))
                : new WriteDecision.Refuse(new WriteResult.Refused(refusals));
    }

    /** Refuses a transaction of more bytes than one may have. */
    static void requireFits(long bytes) {
        if (bytes > ItemStore.MAX_TRANSACTION_BYTES) {
            throw new PermanentException(
                    ErrorCode.TRANSACTION_TOO_LARGE,
                    "a transaction is " + bytes + " bytes; at most " + ItemStore.MAX_TRANSACTION_BYTES
                            + " are possible");
        }
    }

    private static boolean needsAttributes(Write write) {
        return write instanceof Write.Update || Conditions.looksInside(write.condition());
    }

    private static boolean holds(Write write, @Nullable Stored stored, @Nullable ObjectNode item) {
        // A condition that does not look inside asks only whether something is there.
        ObjectNode seen = stored != null && item == null ? JsonNodeFactory.instance.objectNode() : item;
        return Conditions.holds(write.condition(), seen);
    }

    private static List<Effect> effects(
            List<AdmittedWrite> writes, List<@Nullable Stored> before, List<@Nullable ObjectNode> attributes) {
        List<Effect> effects = new ArrayList<>(writes.size());
        long total = 0;
        for (int i = 0; i < writes.size(); i++) {
            Stored stored = before.get(i);
            Effect effect = effect(writes.get(i), stored, attributes.get(i));
            effects.add(effect);
            int after = effect instanceof Effect.Store store ? store.bytes() : 0;
            total += Math.max(after, stored == null ? 0 : stored.bytes());
        }
        if (writes.size() > 1) {
            requireFits(total);
        }
        return effects;
    }

    private static Effect effect(AdmittedWrite admitted, @Nullable Stored stored, @Nullable ObjectNode item) {
        return switch (admitted.write()) {
            case Write.Put put -> new Effect.Store(put.attributes(), admitted.bytes());
            case Write.Update update -> {
                ObjectNode changed = item == null ? JsonNodeFactory.instance.objectNode() : item;
                Changes.apply(update.key(), update.changes(), changed);
                yield new Effect.Store(changed, ItemSize.of(update.key(), changed));
            }
            case Write.Delete _ -> stored == null ? new Effect.Keep() : new Effect.Remove();
            case Write.Check _ -> new Effect.Keep();
        };
    }
}
