package dev.metis.port.rule;

import dev.metis.port.WriteResult;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What becomes of the writes of a transaction. */
public sealed interface WriteDecision {
    /** Nothing is written. */
    record Refuse(WriteResult.Refused result) implements WriteDecision {}

    /** Everything is written: one effect a write, in the order of the writes. */
    record Apply(List<Effect> effects) implements WriteDecision {
        public Apply {
            effects = List.copyOf(effects);
        }
    }

    /** What a write does to its item. */
    sealed interface Effect {
        /** The item is stored, in place of what was there. */
        record Store(ObjectNode attributes, int bytes) implements Effect {}

        /** The item is removed. */
        record Remove() implements Effect {}

        /** The item stays as it is. */
        record Keep() implements Effect {}
    }
}
