package dev.metis.run;

import dev.metis.event.LifecycleEvent.RunError;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A head with some fields replaced: a value of its own each time, for the verbs of {@link RunEdit}. */
public record RunFields(Run run) {

    RunFields status(RunStatus status) {
        return new RunFields(new Run(
                run.spec(),
                status,
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    RunFields version(long version) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                version,
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields fence(long fence) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                fence,
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields open(boolean open) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                open,
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    RunFields lastSeq(long lastSeq) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                lastSeq,
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields wanted(Run.Wanted wanted) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                wanted,
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields attempt(int attempt) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                attempt,
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields segment(int segment) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                segment,
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields execution(@Nullable String execution) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                execution,
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields turn(Run.TurnMark turn) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                turn,
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields working(int working) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                working,
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields waits(Run.Waits waits) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                waits,
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields calls(Map<String, Run.CallMark> calls) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                calls,
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields failures(int failures) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                failures,
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields sandboxGeneration(int sandboxGeneration) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                sandboxGeneration,
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields usage(Run.Usage usage) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                usage,
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields cancel(Run.@Nullable Cancel cancel) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                cancel,
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields startedAt(@Nullable Instant startedAt) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                startedAt,
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields finishedAt(@Nullable Instant finishedAt) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                finishedAt,
                run.finishReason(),
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields finishReason(@Nullable String finishReason) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                finishReason,
                run.error(),
                run.stateMachineVersion()));
    }

    public RunFields error(@Nullable RunError error) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                error,
                run.stateMachineVersion()));
    }

    public RunFields stateMachineVersion(@Nullable String stateMachineVersion) {
        return new RunFields(new Run(
                run.spec(),
                run.status(),
                run.version(),
                run.fence(),
                run.open(),
                run.lastSeq(),
                run.wanted(),
                run.attempt(),
                run.segment(),
                run.execution(),
                run.turn(),
                run.working(),
                run.waits(),
                run.calls(),
                run.failures(),
                run.sandboxGeneration(),
                run.usage(),
                run.cancel(),
                run.startedAt(),
                run.finishedAt(),
                run.finishReason(),
                run.error(),
                stateMachineVersion));
    }

    public RunFields call(String callId, Run.CallMark mark) {
        Map<String, Run.CallMark> calls = new HashMap<>(run.calls());
        calls.put(callId, mark);
        return calls(calls);
    }

    public RunFields callClosed(String callId) {
        Map<String, Run.CallMark> calls = new HashMap<>(run.calls());
        calls.remove(callId);
        return calls(calls);
    }
}
