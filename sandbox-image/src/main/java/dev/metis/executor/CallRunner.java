package dev.metis.executor;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** Runs one call from its command to its posted result. Calls that change files take turns. */
final class CallRunner {
    /** A command's own kill takes up to 3 s; only what ignores its deadline is given up on after this. */
    private static final long GRACE_MILLIS = 10_000;

    private static final long RESULT_PATIENCE_MILLIS = 120_000;
    private static final long FLUSH_PATIENCE_MILLIS = 5_000;

    private final Map<String, Tool> tools;
    private final Versions versions;
    private final Results results;
    private final Gateway gateway;
    private final OutputSender sender;
    private final ReentrantLock changing = new ReentrantLock(true);

    CallRunner(Map<String, Tool> tools, Versions versions, Gateway gateway, OutputSender sender) {
        this.tools = Map.copyOf(tools);
        this.versions = versions;
        this.results = new Results(gateway);
        this.gateway = gateway;
        this.sender = sender;
    }

    void run(Call call) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Tool tool = tools.get(call.command().tool());
        Outcome outcome;
        if (tool == null) {
            outcome = new Outcome(
                    Finished.of(Finished.Kind.NOT_RUN, "unknown_tool", "this sandbox has no such tool"),
                    Optional.empty());
        } else if (tool.changesFiles()) {
            outcome = changing(tool, call);
        } else {
            outcome = new Outcome(guarded(tool, call), Optional.empty());
        }
        sender.flush(FLUSH_PATIENCE_MILLIS);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        var result = results.result(call.command(), outcome.finished(), outcome.version(), millis);
        if (!gateway.result(result, RESULT_PATIENCE_MILLIS)) {
            System.err.println(
                    "the gateway did not take the result of " + call.command().callId());
        }
    }

    private record Outcome(Finished finished, Optional<Versions.Published> version) {}

    private Outcome changing(Tool tool, Call call) throws InterruptedException {
        if (!changing.tryLock(call.remainingMillis(), TimeUnit.MILLISECONDS)) {
            return new Outcome(
                    Finished.of(Finished.Kind.NOT_RUN, "busy", "another change was still running"), Optional.empty());
        }
        try {
            versions.begin();
            Finished finished = guarded(tool, call);
            return finished.kind() == Finished.Kind.NOT_RUN
                    ? new Outcome(finished, Optional.empty())
                    : published(finished);
        } catch (ToolFailure e) {
            return new Outcome(Finished.of(Finished.Kind.NOT_RUN, e.reason(), e.text()), Optional.empty());
        } catch (IOException e) {
            return new Outcome(
                    Finished.of(
                            Finished.Kind.NOT_RUN, "workspace_not_published", "nothing was done: " + e.getMessage()),
                    Optional.empty());
        } finally {
            changing.unlock();
        }
    }

    /** What happened stays told, also when the version after it could not be made. */
    private Outcome published(Finished finished) {
        try {
            return new Outcome(finished, versions.publish());
        } catch (ToolFailure e) {
            return new Outcome(unpublished(finished, e.reason(), e.text()), Optional.empty());
        } catch (IOException e) {
            return new Outcome(
                    unpublished(finished, "workspace_not_published", String.valueOf(e.getMessage())), Optional.empty());
        }
    }

    private static Finished unpublished(Finished finished, String reason, String why) {
        Finished.Kind kind = finished.kind() == Finished.Kind.OK ? Finished.Kind.ERROR : finished.kind();
        String text = "[no workspace version after this call: " + why + "]\n" + finished.text();
        return new Finished(
                kind,
                kind == Finished.Kind.ERROR ? reason : finished.reason(),
                text,
                finished.whole(),
                finished.exitCode());
    }

    /** Runs the tool in a thread of its own, and goes on without it when it hangs beyond every deadline. */
    private static Finished guarded(Tool tool, Call call) throws InterruptedException {
        CompletableFuture<Finished> done = new CompletableFuture<>();
        Thread worker = Thread.ofPlatform()
                .name("tool-" + call.command().callId())
                .daemon(true)
                .start(() -> {
                    try {
                        done.complete(tool.run(call));
                    } catch (Throwable e) {
                        done.completeExceptionally(e);
                    }
                });
        try {
            return done.get(call.remainingMillis() + GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            worker.interrupt();
            return Finished.of(Finished.Kind.TIMEOUT, "timeout", "timeout: the call did not end in time");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return failed(call, cause == null ? e : cause);
        }
    }

    private static Finished failed(Call call, Throwable cause) {
        return switch (cause) {
            case ToolFailure failure
            when failure.reason().equals("stopped") ->
                call.cancelled()
                        ? Finished.of(Finished.Kind.CANCELLED, "cancelled", "cancelled")
                        : Finished.of(Finished.Kind.TIMEOUT, "timeout", "timeout: the call did not end in time");
            case ToolFailure failure -> Finished.failed(failure);
            case IOException failure ->
                Finished.of(Finished.Kind.ERROR, "io_error", "io_error: " + failure.getMessage());
            default -> {
                cause.printStackTrace();
                yield Finished.of(Finished.Kind.ERROR, "internal", "internal: the tool failed; see the sandbox's log");
            }
        };
    }
}
