package dev.metis.local.store;

import dev.metis.port.Scheduler;
import dev.metis.port.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Timers in the database. A timer is forgotten when its target has returned, so that a crash in between lets it fire
 * again; a target that throws is called again after a pause that grows up to a minute. Targets are found by name: a
 * timer, also one from before a restart, waits for a target that is not registered yet.
 */
public final class SqliteScheduler implements Scheduler, AutoCloseable {
    private static final Logger LOG = System.getLogger(SqliteScheduler.class.getName());
    private static final int AT_ONCE = 64;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    /** The clock may be set forward, or the machine sleep, while we wait. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** What a timer in hand does; the loop leaves it alone. */
    private sealed interface Hold {
        /** Its target is being called, after so many failures. */
        record Firing(int failures) implements Hold {}

        /** Its target failed. */
        record Pausing(int failures, Instant until) implements Hold {}
    }

    private final SqliteDatabase database;
    private final TimeSource time;
    private final TimerTable timers;
    private final CommitSignal signal = new CommitSignal();
    private final Map<String, Consumer<String>> targets = new ConcurrentHashMap<>();
    private final Map<TimerTable.Name, Hold> held = new ConcurrentHashMap<>();
    private final ExecutorService calls = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("timer-", 1).factory());
    private final Thread loop = Thread.ofVirtual().name("scheduler").unstarted(this::loop);
    private volatile boolean stopping;

    /** Makes sure that the table is there, and starts. */
    public SqliteScheduler(SqliteDatabase database, TimeSource time) {
        this.database = database;
        this.time = time;
        this.timers = database.writer().write(TimerTable::open);
        loop.start();
    }

    /** Says what a target does with the key of a timer; the timers that waited for it fire. */
    public void register(String target, Consumer<String> action) {
        targets.put(target, Objects.requireNonNull(action, "action is null"));
        signal.wake();
    }

    /** Looks at the clock now, because it was moved. */
    public void wake() {
        signal.wake();
    }

    @Override
    public void at(Instant instant, String target, String key) {
        TimerTable.Name name = new TimerTable.Name(target, key);
        database.writer().<@Nullable Void>write(session -> {
            timers.put(session, name, instant);
            return null;
        });
        endPause(name);
        signal.wake();
    }

    @Override
    public void cancel(String target, String key) {
        TimerTable.Name name = new TimerTable.Name(target, key);
        database.writer().<@Nullable Void>write(session -> {
            TimerTable.remove(session, name);
            return null;
        });
        endPause(name);
    }

    /** Lets no further timer fire, and waits for the targets that are being called. */
    @Override
    public void close() {
        stopping = true;
        signal.wake();
        boolean ended = false;
        try {
            ended = loop.join(PATIENCE);
            calls.shutdown();
            ended &= calls.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            LOG.log(Level.WARNING, "targets of timers do not end; they are interrupted");
            loop.interrupt();
            calls.shutdownNow();
        }
    }

    private void loop() {
        try {
            while (!stopping) {
                long seen = signal.seen();
                Duration idle = fireDue(time.now());
                signal.awaitAfter(seen, idle);
            }
        } catch (InterruptedException e) {
            LOG.log(Level.WARNING, "the scheduler was told to stop in the middle of its work");
        }
    }

    /** Fires what is due, and answers how long there is nothing to do. */
    private Duration fireDue(Instant now) {
        Instant next = now.plus(LONGEST_WAIT);
        try {
            for (String target : targets.keySet()) {
                next = earlier(next, fireDue(target, now));
            }
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the timers could not be read; they are looked at again", e);
            next = now.plusSeconds(1);
        }
        return Duration.between(now, next);
    }

    /** Fires what is due for a target, and answers when there will be something to do for it. */
    private Instant fireDue(String target, Instant now) {
        int limit = AT_ONCE + held.size();
        Instant next = database.readers()
                .read(session -> TimerTable.next(session, target, now))
                .orElse(now.plus(LONGEST_WAIT));
        for (TimerTable.Due due : database.readers().read(session -> TimerTable.due(session, target, now, limit))) {
            switch (held.get(due.name())) {
                case null -> fire(due, 0);
                case Hold.Firing _ -> {}
                case Hold.Pausing pausing when pausing.until().isAfter(now) -> next = earlier(next, pausing.until());
                case Hold.Pausing pausing -> fire(due, pausing.failures());
            }
        }
        return next;
    }

    /** Calls the target on a thread of its own; past so many at once the rest waits until one ends. */
    private void fire(TimerTable.Due due, int failures) {
        if (held.values().stream().filter(Hold.Firing.class::isInstance).count() < AT_ONCE) {
            held.put(due.name(), new Hold.Firing(failures));
            calls.execute(() -> call(due, failures));
        }
    }

    private void call(TimerTable.Due due, int failures) {
        try {
            Objects.requireNonNull(targets.get(due.name().target()))
                    .accept(due.name().key());
            database.writer().<@Nullable Void>write(session -> {
                TimerTable.removeFired(session, due);
                return null;
            });
            held.remove(due.name());
        } catch (RuntimeException | Error e) {
            Duration pause = pause(failures);
            LOG.log(Level.ERROR, () -> due.name() + " failed; it is called again in " + pause, e);
            held.put(due.name(), new Hold.Pausing(failures + 1, time.now().plus(pause)));
        }
        signal.wake();
    }

    private static Duration pause(int failures) {
        Duration pause = Duration.ofSeconds(1L << Math.min(failures, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    private void endPause(TimerTable.Name name) {
        held.computeIfPresent(name, (_, hold) -> hold instanceof Hold.Pausing ? null : hold);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
