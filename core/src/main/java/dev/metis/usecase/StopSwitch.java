package dev.metis.usecase;

import dev.metis.provider.StopSignal;
import dev.metis.run.Run;
import dev.metis.run.RunStore;
import dev.metis.run.Step;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stops a step's outside work when its run is cancelled, closed or taken over: looks at the head each second on a virtual
 * thread of its own, which ends with {@link #close}.
 */
final class StopSwitch implements StopSignal, AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final Set<Runnable> closers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);

    StopSwitch(RunStore runs, Step step) {
        Thread.ofVirtual().name("stop-switch").start(() -> watch(runs, step));
    }

    @Override
    public boolean stopped() {
        return stopped.get();
    }

    @Override
    public Registration onStop(Runnable close) {
        closers.add(close);
        if (stopped.get() && closers.remove(close)) {
            close.run();
        }
        return () -> closers.remove(close);
    }

    /** Stops the work now. */
    void stop() {
        stopped.set(true);
        for (Runnable close : Set.copyOf(closers)) {
            if (closers.remove(close)) {
                close.run();
            }
        }
    }

    @Override
    public void close() {
        ended.countDown();
    }

    private void watch(RunStore runs, Step step) {
        try {
            while (!ended.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                if (runs.find(step.owner(), step.runId())
                        .map(r -> gone(r, step))
                        .orElse(true)) {
                    stop();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean gone(Run run, Step step) {
        return step.standing(run) != Step.Standing.GOOD;
    }
}
