package dev.metis.run;

import dev.metis.event.RunEvent;
import dev.metis.event.RunEventBody;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Change;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;
import dev.metis.port.Write;
import dev.metis.port.WriteResult;
import dev.metis.run.Step.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Appends what a step streams, without changing the run's state: contiguous seq, the step's fence and epoch, the open
 * flag and the absence of a cancel, all conditions of the one transaction that writes the events. A writer that lost the
 * right to write learns it here and has written nothing. One writer at a time; not for use by two threads.
 */
public final class StepLog {
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int MAX_BATCH = 90;

    private final ItemStore store;
    private final TimeSource time;
    private final IdSource ids;
    private final Run run;
    private final List<String> epochPath;
    private final long epoch;
    private final OptionalInt turn;
    private long lastSeq;

    private StepLog(
            ItemStore store,
            TimeSource time,
            IdSource ids,
            Run run,
            List<String> epochPath,
            long epoch,
            OptionalInt turn) {
        this.store = store;
        this.time = time;
        this.ids = ids;
        this.run = run;
        this.epochPath = epochPath;
        this.epoch = epoch;
        this.turn = turn;
        this.lastSeq = run.lastSeq();
    }

    /** The log of the invocation that works on the turn begun last in {@code run}, as read after it began. */
    public static StepLog ofTurn(ItemStore store, TimeSource time, IdSource ids, Run run) {
        return new StepLog(
                store,
                time,
                ids,
                run,
                List.of("turn", "epoch"),
                run.turn().epoch(),
                OptionalInt.of(run.turn().begun()));
    }

    /** The log of the step that works on a call, as read after it started. */
    public static StepLog ofCall(ItemStore store, TimeSource time, IdSource ids, Run run, String callId) {
        return new StepLog(
                store,
                time,
                ids,
                run,
                List.of("calls", callId, "epoch"),
                run.callEpoch(callId),
                OptionalInt.of(run.turn().begun()));
    }

    /** Appends the events in order, or none of them. */
    public Standing append(List<RunEventBody> bodies) {
        for (int from = 0; from < bodies.size(); from += MAX_BATCH) {
            Standing standing = appendBatch(bodies.subList(from, Math.min(bodies.size(), from + MAX_BATCH)));
            if (standing != Standing.GOOD) {
                return standing;
            }
        }
        return Standing.GOOD;
    }

    private Standing appendBatch(List<RunEventBody> bodies) {
        Backoff backoff = new Backoff(ids, time.now().plus(DEADLINE), time);
        while (true) {
            switch (store.transact(writes(bodies))) {
                case WriteResult.Committed() -> {
                    lastSeq += bodies.size();
                    return Standing.GOOD;
                }
                case WriteResult.Refused refused -> {
                    Standing standing = standing(refused);
                    if (standing != Standing.GOOD) {
                        return standing;
                    }
                    backoff.pause("the run's log was written by others at every try");
                }
            }
        }
    }

    private List<Write> writes(List<RunEventBody> bodies) {
        Instant now = time.now();
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Update(
                Keys.runHead(run.owner(), run.id()),
                List.of(new Change.Set(List.of("lastSeq"), ItemMapper.toTree(lastSeq + bodies.size()))),
                Condition.all(
                        new Condition.Equal(List.of("lastSeq"), ItemMapper.toTree(lastSeq)),
                        new Condition.Equal(List.of("open"), ItemMapper.toTree(true)),
                        new Condition.Equal(List.of("fence"), ItemMapper.toTree(run.fence())),
                        new Condition.Equal(epochPath, ItemMapper.toTree(epoch)),
                        new Condition.Missing(List.of("cancel")))));
        long seq = lastSeq;
        for (RunEventBody body : bodies) {
            seq++;
            RunEvent event = new RunEvent(run.id(), seq, now, run.attempt(), turn, body);
            writes.add(
                    new Write.Put(Keys.event(run.owner(), run.id(), seq), event.toJson(), new Condition.NotExists()));
        }
        return writes;
    }

    /** Why it was refused; GOOD means only that somebody else appended, and where the log ends now is noted. */
    private Standing standing(WriteResult.Refused refused) {
        Run current = refused.of(Keys.runHead(run.owner(), run.id()))
                .flatMap(WriteResult.Refusal::current)
                .or(() -> store.get(Keys.runHead(run.owner(), run.id())))
                .map(item -> ItemMapper.fromTree(item.attributes(), Run.class))
                .orElse(null);
        if (current == null || !current.open()) {
            return Standing.CLOSED;
        }
        if (current.fence() != run.fence() || epochIn(current) != epoch) {
            return Standing.STALE;
        }
        if (current.cancelRequested()) {
            return Standing.CANCELLED;
        }
        lastSeq = current.lastSeq();
        return Standing.GOOD;
    }

    private long epochIn(Run current) {
        return epochPath.size() == 2 ? current.turn().epoch() : current.callEpoch(epochPath.get(1));
    }
}
