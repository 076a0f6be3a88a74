package dev.metis.usecase;

import dev.metis.provider.FinishReason;
import dev.metis.provider.ModelInfo;
import dev.metis.provider.ProviderAdapter;
import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TurnEnd;
import dev.metis.provider.TurnRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A model that says what a test puts in, one answer a call, and remembers what it was shown. */
final class PlayedModel implements ProviderAdapter {
    final List<TurnRequest> asked = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();

    /** One answer. */
    interface Answer {
        TurnEnd play(Consumer<ProviderEvent> sink, StopSignal stop) throws ProviderFailure;
    }

    PlayedModel says(String text) {
        return plays((sink, stop) -> {
            sink.accept(new ProviderEvent.TextDelta(text));
            return new TurnEnd(FinishReason.STOP);
        });
    }

    PlayedModel calls(String... namesAndArguments) {
        return plays((sink, stop) -> {
            for (int i = 0; i < namesAndArguments.length; i += 2) {
                sink.accept(new ProviderEvent.CallCompleted(i / 2, "", namesAndArguments[i], namesAndArguments[i + 1]));
            }
            return new TurnEnd(FinishReason.TOOL_CALLS);
        });
    }

    PlayedModel plays(Answer answer) {
        answers.add(answer);
        return this;
    }

    @Override
    public String id() {
        return "played";
    }

    @Override
    public String name() {
        return "Played";
    }

    @Override
    public boolean configured() {
        return true;
    }

    @Override
    public List<ModelInfo> models() {
        return List.of();
    }

    @Override
    public TurnEnd stream(TurnRequest request, Consumer<ProviderEvent> sink, StopSignal stop) throws ProviderFailure {
        asked.add(request);
        return answers.get(asked.size() - 1).play(sink, stop);
    }
}
