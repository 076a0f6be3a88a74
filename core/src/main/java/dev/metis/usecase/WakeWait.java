package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.port.Condition;
import dev.metis.port.ItemStore;
import dev.metis.port.Orchestrator;
import dev.metis.port.Write;
import dev.metis.run.RunId;
import dev.metis.run.Wait;
import java.util.List;

/**
 * Tells the state machine what a settled wait is owed. The wait in the store is the truth; the token is only the way to
 * the execution, so one that is gone is no fault. Repeated by the change feed until the wait is marked woken.
 */
public final class WakeWait {
    private final ItemStore store;
    private final Orchestrator orchestrator;

    public WakeWait(ItemStore store, Orchestrator orchestrator) {
        this.store = store;
        this.orchestrator = orchestrator;
    }

    /** Wakes the wait if it is settled and not yet woken. */
    public void wake(TenantId owner, RunId run, Wait.Kind kind, String callId) {
        Wait.find(store, owner, run, kind, callId).ifPresent(wait -> wake(owner, run, wait));
    }

    /** Wakes now if the orchestrator can; when it cannot, the change feed will. */
    public void soon(TenantId owner, RunId run, Wait.Kind kind, String callId) {
        try {
            wake(owner, run, kind, callId);
        } catch (TransientException e) {
            // The settled wait is durable, and the feed repeats this until it is woken.
            return;
        }
    }

    /** Wakes a wait as read. */
    public void wake(TenantId owner, RunId run, Wait wait) {
        if (wait.state() != Wait.State.SETTLED) {
            return;
        }
        orchestrator.succeed(wait.token(), wait.owed());
        store.write(new Write.Put(
                Wait.key(owner, run, wait.kind(), wait.callId()),
                ItemMapper.attributes(wait.woken()),
                Condition.all(
                        new Condition.Equal(List.of("state"), ItemMapper.toTree(Wait.State.SETTLED)),
                        new Condition.Equal(List.of("token"), ItemMapper.toTree(wait.token())))));
    }
}
