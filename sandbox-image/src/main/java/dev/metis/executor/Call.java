package dev.metis.executor;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A command while it runs: its deadline, and whether somebody wants it to end. */
final class Call {
    private final Command command;
    private final LiveOutput output;
    private volatile long deadline;
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean cancelled;
    private volatile @Nullable Runnable onCancel;

    Call(Command command, LiveOutput output) {
        this.command = command;
        this.output = output;
        this.deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(command.timeoutSeconds());
    }

    Command command() {
        return command;
    }

    Arguments arguments() {
        return new Arguments(command.arguments());
    }

    LiveOutput output() {
        return output;
    }

    boolean cancelled() {
        return cancelled;
    }

    long remainingMillis() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
    }

    /** Brings the deadline nearer: never later than the gateway said. */
    void shorten(int seconds) {
        deadline = Math.min(deadline, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
    }

    /** Ends a long loop when the call was cancelled or its time is over. */
    void check() throws ToolFailure {
        if (cancelled || remainingMillis() == 0) {
            throw new ToolFailure("stopped", "stopped");
        }
    }

    /** What to do at once when the call is cancelled; runs immediately if it already was. */
    void onCancel(Runnable action) {
        onCancel = action;
        if (cancelled) {
            action.run();
        }
    }

    void cancel() {
        cancelled = true;
        Runnable action = onCancel;
        if (action != null) {
            action.run();
        }
    }

    void finished() {
        finished.countDown();
    }

    boolean awaitFinished(long millis) throws InterruptedException {
        return finished.await(millis, TimeUnit.MILLISECONDS);
    }
}
