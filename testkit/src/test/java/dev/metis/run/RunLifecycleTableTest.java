package dev.metis.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunLifecycleTableTest {
    @ParameterizedTest
    @EnumSource(RunStatus.class)
    void terminalStatusesAndOnlyTheyGoNowhere(RunStatus status) {
        assertEquals(
                status.terminal(),
                RunLifecycle.table().getOrDefault(status, Set.of()).isEmpty());
    }

    @Test
    void everyStatusButTheFirstCanBeReached() {
        Set<RunStatus> reached = new HashSet<>();
        RunLifecycle.table().values().forEach(reached::addAll);
        assertEquals(EnumSet.complementOf(EnumSet.of(RunStatus.QUEUED)), EnumSet.copyOf(reached));
    }

    @Test
    void everyOpenStatusCanBeCancelled() {
        for (RunStatus status : RunStatus.values()) {
            if (!status.terminal() && status != RunStatus.CANCELLING) {
                assertTrue(RunLifecycle.allows(status, RunStatus.CANCELLING), status::wire);
            }
        }
    }

    @Test
    void aCancellingRunEndsCancelledAndNothingElse() {
        assertEquals(Set.of(RunStatus.CANCELLED), RunLifecycle.table().get(RunStatus.CANCELLING));
    }

    @Test
    void anIllegalTransitionIsLoud() {
        IllegalStateException refused = assertThrows(
                IllegalStateException.class, () -> RunLifecycle.require(RunStatus.COMPLETED, RunStatus.RUNNING));
        assertEquals("a run may not go from completed to running", refused.getMessage());
    }
}
