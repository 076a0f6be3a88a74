package dev.metis.port;

import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** One conditional write of one item. */
public sealed interface Write {
    ItemKey key();

    Condition condition();

    /** Stores the whole item, replacing what was there. */
    record Put(ItemKey key, ObjectNode attributes, Condition condition) implements Write {
        public Put {
            Objects.requireNonNull(key, "key is null");
            Objects.requireNonNull(attributes, "attributes is null");
            Objects.requireNonNull(condition, "condition is null");
        }
    }

    /**
     * Changes some attributes, all of them as seen before the update; creates the item when it is absent and the
     * condition allows. No two changes may meet: none at or below another's path.
     */
    record Update(ItemKey key, List<Change> changes, Condition condition) implements Write {
        public Update {
            Objects.requireNonNull(key, "key is null");
            changes = List.copyOf(changes);
            AttributePath.requireApart(changes.stream().map(Change::path).toList());
            Objects.requireNonNull(condition, "condition is null");
        }
    }

    /** Removes the item; an absent one is no fault unless the condition says so. */
    record Delete(ItemKey key, Condition condition) implements Write {
        public Delete {
            Objects.requireNonNull(key, "key is null");
            Objects.requireNonNull(condition, "condition is null");
        }
    }

    /** Changes nothing; the transaction happens only if the condition holds. */
    record Check(ItemKey key, Condition condition) implements Write {
        public Check {
            Objects.requireNonNull(key, "key is null");
            Objects.requireNonNull(condition, "condition is null");
        }
    }
}
