package dev.metis.testkit.store;

import dev.metis.port.Scheduler;
import dev.metis.testkit.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Timers on a {@link ManualTime}: they fire on the thread that moves the clock, in the order of their instants, or on
 * the thread that sets one in the past. A target that throws is called again a second later.
 */
public final class InMemoryScheduler implements Scheduler {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** A timer is known by its target and key. */
    private record Name(String target, String key) {}

    private final ManualTime time;
    private final Map<Name, Instant> timers = new LinkedHashMap<>();
    private final Map<String, Consumer<String>> targets = new HashMap<>();

    public InMemoryScheduler(ManualTime time) {
        this.time = time;
        time.onMove(this::fireDue);
    }

    /** The scheduler after a restart, on another clock: the timers are there, the targets are not; this one is dead. */
    public InMemoryScheduler restarted(ManualTime clock) {
        InMemoryScheduler next = new InMemoryScheduler(clock);
        synchronized (timers) {
            next.timers.putAll(timers);
            timers.clear();
        }
        return next;
    }

    /** Says what a target does; timers that are due for it fire now. */
    public void register(String target, Consumer<String> action) {
        synchronized (timers) {
            targets.put(target, action);
        }
        fireDue();
    }

    @Override
    public void at(Instant instant, String target, String key) {
        synchronized (timers) {
            timers.put(new Name(target, key), instant);
        }
        fireDue();
    }

    @Override
    public void cancel(String target, String key) {
        synchronized (timers) {
            timers.remove(new Name(target, key));
        }
    }

    /** The instant of a timer that has not fired. */
    public Optional<Instant> pending(String target, String key) {
        synchronized (timers) {
            return Optional.ofNullable(timers.get(new Name(target, key)));
        }
    }

    private void fireDue() {
        for (Optional<Name> due = takeDue(); due.isPresent(); due = takeDue()) {
            Name name = due.get();
            Optional<Consumer<String>> action = action(name);
            try {
                action.ifPresent(found -> found.accept(name.key()));
            } catch (RuntimeException e) {
                System.getLogger(InMemoryScheduler.class.getName())
                        .log(System.Logger.Level.DEBUG, () -> name + " failed; it is called again", e);
                synchronized (timers) {
                    timers.putIfAbsent(name, time.now().plus(PAUSE));
                }
            }
        }
    }

    private Optional<Consumer<String>> action(Name name) {
        synchronized (timers) {
            return Optional.ofNullable(targets.get(name.target()));
        }
    }

    private Optional<Name> takeDue() {
        Instant now = time.now();
        synchronized (timers) {
            Optional<Name> due = timers.entrySet().stream()
                    .filter(timer -> !timer.getValue().isAfter(now))
                    .filter(timer -> targets.containsKey(timer.getKey().target()))
                    .min(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey);
            due.ifPresent(timers::remove);
            return due;
        }
    }
}
