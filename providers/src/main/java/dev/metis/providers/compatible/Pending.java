package dev.metis.providers.compatible;

import dev.metis.provider.ProviderFailure;
import java.util.ArrayDeque;
import java.util.Deque;

/** Events that were parsed and not yet read: between a parser that gives and a reader that may fail. */
final class Pending {
    private final Deque<SseParser.SseEvent> events = new ArrayDeque<>();

    void add(SseParser.SseEvent event) {
        events.addLast(event);
    }

    void drain(AnswerReader reader) throws ProviderFailure {
        while (!events.isEmpty()) {
            reader.event(events.removeFirst());
        }
    }
}
