package dev.metis.providers.script;

import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TurnEnd;
import dev.metis.provider.TurnRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Plays one turn at its pace; a stop ends a pause at once. */
final class Player {
    private final ScriptTurn turn;
    private final Consumer<ProviderEvent> sink;
    private final StopSignal stop;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private boolean first = true;

    Player(ScriptTurn turn, Consumer<ProviderEvent> sink, StopSignal stop) {
        this.turn = turn;
        this.sink = sink;
        this.stop = stop;
    }

    /** {@code position} makes the call ids of different turns differ. */
    TurnEnd play(TurnRequest request, int position) throws ProviderFailure {
        try (StopSignal.Registration _ = stop.onStop(stopped::countDown)) {
            stream(turn.reasoning(), ProviderEvent.ReasoningDelta::new);
            stream(turn.text(), ProviderEvent.TextDelta::new);
            if (turn.failure().isPresent()) {
                sink.accept(new ProviderEvent.UsageReported(RoughUsage.of(request, turn)));
                throw turn.failure().get().get();
            }
            for (int i = 0; i < turn.calls().size(); i++) {
                pause();
                ScriptTurn.ScriptCall call = turn.calls().get(i);
                sink.accept(new ProviderEvent.CallCompleted(
                        i, "script-" + position + "-" + i, call.tool(), call.rawArguments()));
            }
            sink.accept(new ProviderEvent.UsageReported(RoughUsage.of(request, turn)));
            return new TurnEnd(turn.end());
        }
    }

    private void stream(String text, Function<String, ProviderEvent> event) throws ProviderFailure {
        for (String piece : Pieces.of(text)) {
            pause();
            sink.accept(event.apply(piece));
        }
    }

    private void pause() throws ProviderFailure {
        try {
            boolean atOnce = first || turn.deltaMs() == 0;
            first = false;
            boolean ended = stop.stopped() || (!atOnce && stopped.await(turn.deltaMs(), TimeUnit.MILLISECONDS));
            if (ended) {
                throw ProviderFailure.stopped();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProviderFailure.stopped();
        }
    }
}
