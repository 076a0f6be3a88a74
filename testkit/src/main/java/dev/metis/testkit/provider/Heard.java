package dev.metis.testkit.provider;

import dev.metis.provider.ProviderAdapter;
import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TurnEnd;
import dev.metis.provider.TurnRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything that one call of an adapter gave: its events, and its end or its failure. */
public record Heard(List<ProviderEvent> events, Optional<TurnEnd> end, Optional<ProviderFailure> failure) {
    public Heard {
        events = List.copyOf(events);
    }

    public static Heard from(ProviderAdapter adapter, TurnRequest request, StopSignal stop) {
        List<ProviderEvent> events = new ArrayList<>();
        try {
            TurnEnd end = adapter.stream(request, events::add, stop);
            return new Heard(events, Optional.of(end), Optional.empty());
        } catch (ProviderFailure failure) {
            return new Heard(events, Optional.empty(), Optional.of(failure));
        }
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        events.forEach(event -> {
            if (event instanceof ProviderEvent.TextDelta delta) {
                text.append(delta.text());
            }
        });
        return text.toString();
    }

    public String reasoning() {
        StringBuilder text = new StringBuilder();
        events.forEach(event -> {
            if (event instanceof ProviderEvent.ReasoningDelta delta) {
                text.append(delta.text());
            }
        });
        return text.toString();
    }

    public List<ProviderEvent.CallCompleted> calls() {
        return events.stream()
                .filter(ProviderEvent.CallCompleted.class::isInstance)
                .map(ProviderEvent.CallCompleted.class::cast)
                .toList();
    }

    /** The last usage, which replaces those before it. */
    public Optional<ProviderEvent.UsageReported> usage() {
        return events.stream()
                .filter(ProviderEvent.UsageReported.class::isInstance)
                .map(ProviderEvent.UsageReported.class::cast)
                .reduce((first, second) -> second);
    }

    public ProviderFailure failed() {
        return failure.orElseThrow(() -> new AssertionError("expected a failure, heard " + this));
    }

    public TurnEnd ended() {
        return end.orElseThrow(() -> new AssertionError("expected an end, heard " + this, failure.orElse(null)));
    }
}
