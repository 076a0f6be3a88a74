package dev.metis.testkit.store;

import dev.metis.port.ItemKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keys of changed items in commit order, and how far each consumer is. */
final class InMemoryChangeLog {
    private final List<ItemKey> keys = new ArrayList<>();
    private final Map<String, Integer> checkpoints = new HashMap<>();

    synchronized void append(List<ItemKey> changed) {
        keys.addAll(changed);
        notifyAll();
    }

    /** Makes the consumer known, from now on, if it is not. */
    synchronized void register(String consumer) {
        checkpoints.putIfAbsent(consumer, keys.size());
    }

    /** The next changes the consumer has not finished, at most {@code limit}; waits until there is one. */
    synchronized List<ItemKey> take(String consumer, int limit) throws InterruptedException {
        int from = checkpoints.getOrDefault(consumer, 0);
        while (keys.size() == from) {
            wait();
        }
        return List.copyOf(keys.subList(from, Math.min(keys.size(), from + limit)));
    }

    /** Moves the consumer's checkpoint. */
    synchronized void finish(String consumer, int changes) {
        checkpoints.merge(consumer, changes, Integer::sum);
    }
}
