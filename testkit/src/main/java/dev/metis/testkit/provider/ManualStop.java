package dev.metis.testkit.provider;

import dev.metis.provider.StopSignal;
import java.util.ArrayList;
import java.util.List;

/** A stop signal that comes when the test says so. */
public final class ManualStop implements StopSignal {
    private final List<Runnable> closers = new ArrayList<>();
    private boolean stopped;

    /** Gives the signal; what was registered runs on this thread. */
    public void stop() {
        List<Runnable> run;
        synchronized (closers) {
            stopped = true;
            run = List.copyOf(closers);
            closers.clear();
        }
        run.forEach(Runnable::run);
    }

    @Override
    public boolean stopped() {
        synchronized (closers) {
            return stopped;
        }
    }

    @Override
    public Registration onStop(Runnable close) {
        synchronized (closers) {
            if (!stopped) {
                closers.add(close);
                return () -> forget(close);
            }
        }
        close.run();
        return () -> {};
    }

    /** How many closers wait for the stop: none, once an adapter has returned. */
    public int registered() {
        synchronized (closers) {
            return closers.size();
        }
    }

    private void forget(Runnable close) {
        synchronized (closers) {
            closers.remove(close);
        }
    }
}
