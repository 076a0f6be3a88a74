package dev.metis.port;

import java.util.List;
import java.util.Optional;

/** How a write or a transaction ended, when the store answered. A store that cannot answer throws instead. */
public sealed interface WriteResult {
    /** Everything is durable. */
    record Committed() implements WriteResult {}

    /** Nothing was written: these operations' conditions did not hold (at least one). */
    record Refused(List<Refusal> refusals) implements WriteResult {
        public Refused {
            refusals = List.copyOf(refusals);
            if (refusals.isEmpty()) {
                throw new IllegalArgumentException("refusals is empty");
            }
        }

        /** The refusal of the operation on the key, if that one was refused. */
        public Optional<Refusal> of(ItemKey key) {
            return refusals.stream().filter(r -> r.key().equals(key)).findFirst();
        }
    }

    /** One operation whose condition did not hold, by its place in the transaction, with the item as stored. */
    record Refusal(int index, ItemKey key, Optional<Item> current) {}

    default boolean committed() {
        return this instanceof Committed;
    }
}
