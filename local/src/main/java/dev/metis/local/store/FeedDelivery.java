package dev.metis.local.store;

import dev.metis.error.MetisException;
import dev.metis.port.ChangeFeed.Handler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Brings the changes to one consumer, on a thread of its own. */
final class FeedDelivery {
    private static final Logger LOG = System.getLogger(FeedDelivery.class.getName());
    private static final int BATCH = 100;
    private static final int PRUNE_EVERY = 2_000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final SqliteDatabase database;
    private final CommitSignal signal;
    private final String consumer;
    private final Handler handler;
    private final Thread thread;
    private final CountDownLatch stopping = new CountDownLatch(1);
    /** Everything up to here is finished; written to the checkpoint by and by. */
    private volatile long finished;

    private long saved;
    private long pruned;
    private CompletableFuture<Long> saving;
    private Duration pause = FIRST_PAUSE;

    FeedDelivery(
            SqliteDatabase database, CommitSignal signal, String consumer, Handler handler, long from, Runnable ended) {
        this.database = database;
        this.signal = signal;
        this.consumer = consumer;
        this.handler = handler;
        this.finished = from;
        this.saved = from;
        this.pruned = from;
        this.saving = CompletableFuture.completedFuture(from);
        this.thread = Thread.ofVirtual().name("feed-" + consumer).unstarted(() -> {
            try {
                deliver();
            } finally {
                ended.run();
            }
        });
    }

    void start() {
        thread.start();
    }

    /** Lets no further batch begin. */
    void stop() {
        stopping.countDown();
        signal.wake();
    }

    /** Waits for the batch in hand, unless that is what calls, and stops. */
    void close() {
        stop();
        if (Thread.currentThread() == thread) {
            return;
        }
        boolean ended = false;
        try {
            ended = thread.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            LOG.log(Level.WARNING, () -> "the consumer " + consumer + " does not end; its thread is interrupted");
            thread.interrupt();
        }
    }

    private void deliver() {
        try {
            while (!isStopping()) {
                long seen = signal.seen();
                if (!deliverNext() && !isStopping()) {
                    signal.awaitAfter(seen, Duration.ofMinutes(1));
                }
            }
            saveLast();
        } catch (InterruptedException e) {
            LOG.log(Level.WARNING, () -> "the consumer " + consumer + " was told to stop in the middle of its work");
        }
    }

    /** Whether there was something to deliver, finished or not. */
    private boolean deliverNext() throws InterruptedException {
        try {
            ChangeLog.Batch batch = database.readers().read(session -> ChangeLog.read(session, finished, BATCH));
            boolean found = !batch.changes().isEmpty();
            if (found && !isStopping()) {
                handler.handle(batch.changes());
                finished = batch.lastSeq();
                pause = FIRST_PAUSE;
            }
            save();
            return found;
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, () -> "the consumer " + consumer + " failed; it gets the batch again", e);
            stopping.await(pause.toNanos(), TimeUnit.NANOSECONDS);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            return true;
        }
    }

    /**
     * Hands the checkpoint to the writer, one at a time, without waiting. What is finished meanwhile goes with the next:
     * the commit of this one wakes us again.
     */
    private void save() {
        if (saving.isDone()) {
            saved = saving.isCompletedExceptionally() ? saved : saving.join();
            if (saved < finished) {
                saving = database.writer().submit(this::saveFinished);
            }
        }
    }

    private Long saveFinished(SqliteSession session) throws SQLException {
        long seq = finished;
        ChangeLog.saveCheckpoint(session, consumer, seq);
        if (seq - pruned >= PRUNE_EVERY) {
            ChangeLog.prune(session);
            pruned = seq;
        }
        return seq;
    }

    private void saveLast() {
        if (saving.isDone() && !saving.isCompletedExceptionally() && saving.join() == finished) {
            return;
        }
        try {
            database.writer().<@Nullable Void>write(session -> {
                ChangeLog.saveCheckpoint(session, consumer, finished);
                return null;
            });
        } catch (MetisException e) {
            LOG.log(Level.WARNING, () -> "the checkpoint of " + consumer + " was not saved: batches come again", e);
        }
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }
}
