package dev.metis.usecase;

import dev.metis.capability.CapabilityManifest;
import dev.metis.context.ContextSnapshot;
import dev.metis.context.Transcript;
import dev.metis.error.ErrorCode;
import dev.metis.event.LifecycleEvent.RunError;
import dev.metis.event.TurnEvent.TurnRestarted;
import dev.metis.event.TurnEvent.TurnStarted;
import dev.metis.event.UsageEvent.RateLimitHit;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.IdSource;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.TimeSource;
import dev.metis.provider.ProviderAdapter;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.TurnRequest;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import dev.metis.tool.ToolCatalogue;
import dev.metis.tool.ToolDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes one model turn: calls the provider with the snapshot, the transcript and only the manifest's tools, streams what
 * it says into the log, and stores the finished turn with its decided calls in one transaction. A turn that is stored is
 * answered again without a model call; one that broke is void and begins anew, visibly.
 */
public final class TakeTurn {
    /** Failed provider calls in a row before the run fails. */
    private static final int MAX_FAILED = 5;

    private static final int DEFAULT_MAX_TURNS = 100;

    private final RunStore runs;
    private final Transcript transcript;
    private final ToolCatalogue tools;
    private final Function<String, Optional<ProviderAdapter>> providers;
    private final TurnRecord record;
    private final TurnStream stream;

    /** How a turn streams: text is coalesced over {@code flushEvery}. */
    public record Settings(Duration flushEvery, Duration approvalLifetime) {}

    public TakeTurn(
            RunStore runs,
            ToolCatalogue tools,
            ToolCheck check,
            Function<String, Optional<ProviderAdapter>> providers,
            TimeSource time,
            IdSource ids,
            Settings settings) {
        this.runs = runs;
        this.transcript = new Transcript(runs.items(), runs.payloads());
        this.tools = tools;
        this.providers = providers;
        this.record = new TurnRecord(runs, check, ids, settings.approvalLifetime());
        this.stream = new TurnStream(runs, time, ids, settings.flushEvery());
    }

    /** Takes turn number {@code turn} (from 1) of the run for the step. */
    public StepResult take(Step step, int turn) {
        Begin begin = runs.change(step.owner(), step.runId(), edit -> begin(edit, step, turn));
        return switch (begin) {
            case Begin.Not(StepResult result) -> result;
            case Begin.Stored(Run run) -> record.stored(run, turn);
            case Begin.Go(Run run) -> call(step, run);
        };
    }

    private sealed interface Begin {
        record Go(Run run) implements Begin {}

        record Stored(Run run) implements Begin {}

        record Not(StepResult result) implements Begin {}
    }

    private Decision<Begin> begin(RunEdit edit, Step step, int turn) {
        Run run = edit.run();
        Optional<StepResult> refused = refused(step, run);
        if (refused.isPresent()) {
            return Decision.keep(new Begin.Not(refused.get()));
        }
        if (run.turn().stored() >= turn) {
            return Decision.keep(new Begin.Stored(run));
        }
        Run.TurnMark mark = run.turn();
        if (mark.begun() == turn && mark.order() != null && step.order().compareTo(mark.order()) < 0) {
            return Decision.keep(new Begin.Not(StepResult.SUPERSEDED));
        }
        Optional<RunError> over = overBudget(run, edit);
        if (over.isPresent()) {
            return Decision.keep(new Begin.Not(new StepResult.Failed(over.get())));
        }
        edit.head(fields ->
                fields.turn(new Run.TurnMark(mark.stored(), turn, mark.epoch() + 1, step.order(), mark.failed())));
        edit.turnEvent(
                mark.begun() == turn
                        ? new TurnRestarted(turn, mark.failed() > 0 ? "the provider failed" : "the step began anew")
                        : new TurnStarted(turn));
        return Decision.commit(new Begin.Go(committed(edit)));
    }

    static Optional<StepResult> refused(Step step, Run run) {
        return switch (step.standing(run)) {
            case GOOD -> Optional.empty();
            case CANCELLED -> Optional.of(StepResult.CANCELLED);
            case STALE -> Optional.of(StepResult.SUPERSEDED);
            case CLOSED -> Optional.of(StepResult.CLOSED);
        };
    }

    /** The head as it is once the edit is written. */
    static Run committed(RunEdit edit) {
        return edit.run();
    }

    private static Optional<RunError> overBudget(Run run, RunEdit edit) {
        Run.Budget budget = run.spec().budget();
        int maxTurns = Objects.requireNonNullElse(budget.maxTurns(), DEFAULT_MAX_TURNS);
        if (run.turn().stored() >= maxTurns) {
            return over("the run has taken " + run.turn().stored() + " turns; its budget is " + maxTurns);
        }
        long tokens = run.usage().inputTokens() + run.usage().outputTokens();
        Long maxTokens = budget.maxTokens();
        if (maxTokens != null && tokens >= maxTokens) {
            return over("the run has used " + tokens + " tokens; its budget is " + maxTokens);
        }
        Long maxSeconds = budget.maxDurationSeconds();
        long seconds = Duration.between(run.spec().createdAt(), edit.now()).toSeconds();
        if (maxSeconds != null && seconds >= maxSeconds) {
            return over("the run has taken " + seconds + " s; its budget is " + maxSeconds + " s");
        }
        return Optional.empty();
    }

    private static Optional<RunError> over(String message) {
        return Optional.of(new RunError(ErrorCode.BUDGET_EXCEEDED.wire(), message, false));
    }

    private StepResult call(Step step, Run run) {
        Optional<ProviderAdapter> provider =
                providers.apply(run.spec().provider()).filter(ProviderAdapter::configured);
        if (provider.isEmpty()) {
            return new StepResult.Failed(new RunError(
                    ErrorCode.PROVIDER_UNKNOWN.wire(),
                    "the provider " + run.spec().provider()
                            + " is not set up here; set its key or choose another model",
                    true));
        }
        Frozen frozen = frozen(run);
        Transcript.Read read = transcript.read(run);
        TurnRequest request = new TurnRequest(
                run.spec().model(),
                frozen.context().instructions(),
                read.entries(),
                offered(frozen.manifest()),
                frozen.context().maxOutputTokens(),
                read.script());
        TurnStream.Outcome outcome = stream.run(step, run, provider.get(), request);
        return switch (outcome) {
            case TurnStream.Outcome.Whole whole ->
                record.store(step, run, frozen.manifest(), offered(frozen.manifest()), whole, read.lengthStops());
            case TurnStream.Outcome.Broken(ProviderFailure failure, Run.Usage usage) ->
                broken(step, run, failure, usage);
            case TurnStream.Outcome.Stopped(StepResult result) -> result;
        };
    }

    private record Frozen(ContextSnapshot context, CapabilityManifest manifest) {}

    private Frozen frozen(Run run) {
        ItemKey context = Keys.context(run.owner(), run.id(), run.attempt());
        ItemKey manifest = Keys.manifest(run.owner(), run.id(), run.attempt());
        Map<ItemKey, Item> items = runs.items().getAll(List.of(context, manifest));
        return new Frozen(
                ItemMapper.fromTree(present(items.get(context)).attributes(), ContextSnapshot.class),
                ItemMapper.fromTree(present(items.get(manifest)).attributes(), CapabilityManifest.class));
    }

    private static Item present(@Nullable Item item) {
        return Objects.requireNonNull(item, "the attempt's snapshot or manifest is missing");
    }

    private List<ToolDefinition> offered(CapabilityManifest manifest) {
        return tools.all().stream()
                .filter(tool -> manifest.grant(tool.name()).isPresent())
                .toList();
    }

    /** Counts the failure where the next try and the scripted provider see it, then says when to try again, if at all. */
    private StepResult broken(Step step, Run before, ProviderFailure failure, Run.Usage usage) {
        return runs.change(step.owner(), step.runId(), edit -> {
            Run run = edit.run();
            Optional<StepResult> refused = refused(step, run);
            if (refused.isPresent() || run.turn().epoch() != before.turn().epoch()) {
                return Decision.keep(refused.orElse(StepResult.SUPERSEDED));
            }
            Run.TurnMark mark = run.turn();
            int failed = mark.failed() + 1;
            edit.head(fields -> fields.failures(run.failures() + 1)
                    .usage(TurnRecord.plus(run.usage(), usage))
                    .turn(new Run.TurnMark(mark.stored(), mark.begun(), mark.epoch(), mark.order(), failed)));
            if (!failure.retryable() || failed >= MAX_FAILED) {
                return Decision.commit(new StepResult.Failed(new RunError(
                        failure.code().wire(),
                        Objects.requireNonNullElse(failure.getMessage(), "the provider failed"),
                        failure.retryable())));
            }
            long seconds = failure.retryAfter()
                    .map(after -> after.plusMillis(999).toSeconds())
                    .orElse(0L);
            if (failure.code() == ErrorCode.PROVIDER_RATE_LIMITED) {
                edit.turnEvent(new RateLimitHit(run.spec().provider(), seconds * 1_000, failed));
            }
            return Decision.commit(new StepResult.RetryLater(seconds, failed));
        });
    }
}
