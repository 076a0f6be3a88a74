package dev.metis.run;

import dev.metis.event.LifecycleEvent.RunError;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A head in the making: a verb of {@link RunEdit} replaces some fields, then it is a {@link Run} again. */
public final class RunFields {
    private final Run.Spec spec;
    private RunStatus status;
    private long version;
    private long fence;
    private boolean open;
    private long lastSeq;
    private Run.Wanted wanted;
    private int attempt;
    private int segment;
    private @Nullable String execution;
    private Run.TurnMark turn;
    private int working;
    private Run.Waits waits;
    private Map<String, Run.CallMark> calls;
    private int failures;
    private int sandboxGeneration;
    private Run.Usage usage;
    private Run.@Nullable Cancel cancel;
    private @Nullable Instant startedAt;
    private @Nullable Instant finishedAt;
    private @Nullable String finishReason;
    private @Nullable RunError error;
    private @Nullable String stateMachineVersion;

    RunFields(Run run) {
        spec = run.spec();
        status = run.status();
        version = run.version();
        fence = run.fence();
        open = run.open();
        lastSeq = run.lastSeq();
        wanted = run.wanted();
        attempt = run.attempt();
        segment = run.segment();
        execution = run.execution();
        turn = run.turn();
        working = run.working();
        waits = run.waits();
        calls = run.calls();
        failures = run.failures();
        sandboxGeneration = run.sandboxGeneration();
        usage = run.usage();
        cancel = run.cancel();
        startedAt = run.startedAt();
        finishedAt = run.finishedAt();
        finishReason = run.finishReason();
        error = run.error();
        stateMachineVersion = run.stateMachineVersion();
    }

    Run run() {
        return new Run(
                spec,
                status,
                version,
                fence,
                open,
                lastSeq,
                wanted,
                attempt,
                segment,
                execution,
                turn,
                working,
                waits,
                calls,
                failures,
                sandboxGeneration,
                usage,
                cancel,
                startedAt,
                finishedAt,
                finishReason,
                error,
                stateMachineVersion);
    }

    RunFields status(RunStatus now) {
        status = now;
        return this;
    }

    RunFields version(long now) {
        version = now;
        return this;
    }

    public RunFields fence(long now) {
        fence = now;
        return this;
    }

    public RunFields open(boolean now) {
        open = now;
        return this;
    }

    RunFields lastSeq(long now) {
        lastSeq = now;
        return this;
    }

    public RunFields wanted(Run.Wanted now) {
        wanted = now;
        return this;
    }

    public RunFields attempt(int now) {
        attempt = now;
        return this;
    }

    public RunFields segment(int now) {
        segment = now;
        return this;
    }

    public RunFields execution(@Nullable String now) {
        execution = now;
        return this;
    }

    public RunFields turn(Run.TurnMark now) {
        turn = now;
        return this;
    }

    public RunFields working(int now) {
        working = now;
        return this;
    }

    public RunFields waits(Run.Waits now) {
        waits = now;
        return this;
    }

    public RunFields calls(Map<String, Run.CallMark> now) {
        calls = now;
        return this;
    }

    public RunFields failures(int now) {
        failures = now;
        return this;
    }

    public RunFields sandboxGeneration(int now) {
        sandboxGeneration = now;
        return this;
    }

    public RunFields usage(Run.Usage now) {
        usage = now;
        return this;
    }

    public RunFields cancel(Run.@Nullable Cancel now) {
        cancel = now;
        return this;
    }

    public RunFields startedAt(@Nullable Instant now) {
        startedAt = now;
        return this;
    }

    public RunFields finishedAt(@Nullable Instant now) {
        finishedAt = now;
        return this;
    }

    public RunFields finishReason(@Nullable String now) {
        finishReason = now;
        return this;
    }

    public RunFields error(@Nullable RunError now) {
        error = now;
        return this;
    }

    public RunFields stateMachineVersion(@Nullable String now) {
        stateMachineVersion = now;
        return this;
    }

    /** The step that works on a call. */
    public RunFields call(String callId, Run.CallMark mark) {
        Map<String, Run.CallMark> all = new HashMap<>(calls);
        all.put(callId, mark);
        return calls(all);
    }

    /** A call that nobody works on any more. */
    public RunFields callClosed(String callId) {
        Map<String, Run.CallMark> all = new HashMap<>(calls);
        all.remove(callId);
        return calls(all);
    }
}
