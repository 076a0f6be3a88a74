package dev.metis.local.config;

import dev.metis.function.gateway.WorkSignals;
import dev.metis.port.ChangeFeed;
import dev.metis.port.Table;
import dev.metis.run.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes a sandbox's poll when its run has changed: a consumer of the change feed, in this process only. */
final class RunSignals implements WorkSignals, ChangeFeed.Handler {
    private final Map<String, Set<Ear>> ears = new ConcurrentHashMap<>();

    @Override
    public Listener listen(RunId run) {
        Ear ear = new Ear(run.value());
        ears.computeIfAbsent(run.value(), r -> ConcurrentHashMap.newKeySet()).add(ear);
        return ear;
    }

    @Override
    public void handle(List<ChangeFeed.ItemChange> batch) {
        for (ChangeFeed.ItemChange change : batch) {
            String pk = change.key().pk();
            int run = pk.lastIndexOf("#RUN#");
            String sk = change.key().sk();
            if (change.key().table() == Table.MAIN && run >= 0 && (sk.equals("RUN") || sk.startsWith("WAIT#"))) {
                ears.getOrDefault(pk.substring(run + 5), Set.of()).forEach(Ear::raise);
            }
        }
    }

    private final class Ear implements Listener {
        private final String run;
        private final Semaphore raised = new Semaphore(0);

        Ear(String run) {
            this.run = run;
        }

        void raise() {
            raised.release();
        }

        @Override
        public void await(Duration atMost) throws InterruptedException {
            if (raised.tryAcquire(Math.max(0, atMost.toMillis()), TimeUnit.MILLISECONDS)) {
                raised.drainPermits();
            }
        }

        @Override
        public void close() {
            ears.computeIfPresent(run, (r, all) -> {
                all.remove(this);
                return all.isEmpty() ? null : all;
            });
        }
    }
}
