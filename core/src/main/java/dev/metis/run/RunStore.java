package dev.metis.run;

import dev.metis.access.TenantId;
import dev.metis.artifact.Payloads;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads run heads and commits edits of them. An edit that loses a race is decided again on what the winner left, at once,
 * until it is written or the deadline of {@value #DEADLINE_SECONDS} s passes; then nothing of it is written.
 */
public final class RunStore {
    static final int DEADLINE_SECONDS = 10;

    private final ItemStore store;
    private final TimeSource time;
    private final Payloads payloads;

    public RunStore(ItemStore store, TimeSource time, Payloads payloads) {
        this.store = store;
        this.time = time;
        this.payloads = payloads;
    }

    public Optional<Run> find(TenantId owner, RunId id) {
        return store.get(Keys.runHead(owner, id)).map(item -> ItemMapper.fromTree(item.attributes(), Run.class));
    }

    public Run get(TenantId owner, RunId id) {
        return find(owner, id).orElseThrow(() -> new PermanentException(ErrorCode.NOT_FOUND, "there is no such run"));
    }

    public ItemStore items() {
        return store;
    }

    public Payloads payloads() {
        return payloads;
    }

    public Instant now() {
        return time.now();
    }

    /** An edit of a run as read, to be written as part of another's transaction. */
    public RunEdit edit(Run run) {
        return new RunEdit(run, time.now(), payloads);
    }

    /**
     * Reads the head, lets {@code decide} make an edit of it, commits that. {@code decide} may be called several times
     * and must read whatever else it decides on inside; it acts on nothing outside the store.
     */
    public <T> T change(TenantId owner, RunId id, Function<RunEdit, Decision<T>> decide) {
        Instant deadline = time.now().plus(Duration.ofSeconds(DEADLINE_SECONDS));
        while (true) {
            Run run = get(owner, id);
            RunEdit edit = new RunEdit(run, time.now(), payloads);
            switch (decide.apply(edit)) {
                case Decision.Keep<T>(T answer) -> {
                    return answer;
                }
                case Decision.Commit<T>(T answer) -> {
                    if (store.transact(edit.writes()).committed()) {
                        return answer;
                    }
                }
            }
            if (time.now().isAfter(deadline)) {
                throw new TransientException(
                        ErrorCode.STORE_CONTENDED, "the run changed under every try to write it; try again");
            }
        }
    }
}
