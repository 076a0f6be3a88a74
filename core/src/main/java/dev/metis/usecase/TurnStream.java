package dev.metis.usecase;

import dev.metis.gate.ToolCalls;
import dev.metis.port.IdSource;
import dev.metis.port.TimeSource;
import dev.metis.provider.FinishReason;
import dev.metis.provider.ProviderAdapter;
import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.TurnRequest;
import dev.metis.run.DeltaBuffer;
import dev.metis.run.Run;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import dev.metis.run.Step.Standing;
import dev.metis.run.StepLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs one provider call and streams its text into the log; gathers what the finished turn is made of. */
final class TurnStream {
    private final RunStore runs;
    private final TimeSource time;
    private final IdSource ids;
    private final Duration flushEvery;

    TurnStream(RunStore runs, TimeSource time, IdSource ids, Duration flushEvery) {
        this.runs = runs;
        this.time = time;
        this.ids = ids;
        this.flushEvery = flushEvery;
    }

    /** How the call ended. */
    sealed interface Outcome {
        /** The provider said that the answer is whole. */
        record Whole(List<Piece> pieces, List<ProviderEvent.CallCompleted> calls, FinishReason reason, Run.Usage usage)
                implements Outcome {}

        /** It failed; what was streamed is void. */
        record Broken(ProviderFailure failure, Run.Usage usage) implements Outcome {}

        /** The run wants nothing more of this step. */
        record Stopped(StepResult result) implements Outcome {}
    }

    /** Text or reasoning, as it came. */
    record Piece(boolean reasoning, String text) {}

    Outcome run(Step step, Run run, ProviderAdapter provider, TurnRequest request) {
        Sink sink = new Sink();
        try (StopSwitch stop = new StopSwitch(runs, step);
                DeltaBuffer buffer = new DeltaBuffer(StepLog.ofTurn(runs.items(), time, ids, run), flushEvery)) {
            FinishReason reason = provider.stream(
                            request,
                            event -> {
                                if (sink.take(event, buffer) != Standing.GOOD) {
                                    stop.stop();
                                }
                            },
                            stop)
                    .reason();
            Standing standing = buffer.append(List.of());
            if (standing != Standing.GOOD) {
                return new Outcome.Stopped(result(standing));
            }
            return new Outcome.Whole(sink.pieces(), List.copyOf(sink.calls), reason, sink.usage);
        } catch (ProviderFailure failure) {
            Standing standing =
                    runs.find(step.owner(), step.runId()).map(step::standing).orElse(Standing.CLOSED);
            if (standing != Standing.GOOD) {
                return new Outcome.Stopped(result(standing));
            }
            return failure.isStopped()
                    ? new Outcome.Stopped(StepResult.SUPERSEDED)
                    : new Outcome.Broken(failure, sink.usage);
        }
    }

    private static StepResult result(Standing standing) {
        return switch (standing) {
            case CANCELLED -> StepResult.CANCELLED;
            case CLOSED -> StepResult.CLOSED;
            case STALE, GOOD -> StepResult.SUPERSEDED;
        };
    }

    private static final class Sink {
        private final List<Piece> done = new ArrayList<>();
        private final List<ProviderEvent.CallCompleted> calls = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private boolean reasoning;
        private Run.Usage usage = Run.Usage.NONE;

        Standing take(ProviderEvent event, DeltaBuffer buffer) {
            return switch (event) {
                case ProviderEvent.TextDelta(String piece) -> add(false, piece, buffer);
                case ProviderEvent.ReasoningDelta(String piece) -> add(true, piece, buffer);
                case ProviderEvent.CallCompleted call -> {
                    calls.add(call);
                    yield Standing.GOOD;
                }
                case ProviderEvent.UsageReported(dev.metis.provider.Usage u) -> {
                    usage = new Run.Usage(
                            u.inputTokens(), u.outputTokens(), u.cachedInputTokens(), u.reasoningTokens(), null);
                    yield Standing.GOOD;
                }
            };
        }

        private Standing add(boolean isReasoning, String piece, DeltaBuffer buffer) {
            if (isReasoning != reasoning) {
                cut();
                reasoning = isReasoning;
            }
            // A provider's own escapes may hold half a pair, which nothing can keep.
            String whole = ToolCalls.wellFormed(piece);
            text.append(whole);
            return buffer.add(isReasoning, whole);
        }

        private void cut() {
            if (!text.isEmpty()) {
                done.add(new Piece(reasoning, text.toString()));
                text.setLength(0);
            }
        }

        List<Piece> pieces() {
            cut();
            return List.copyOf(done);
        }
    }
}
