package dev.metis.local.sandbox;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Looks at the processes of this machine, as what a sandbox may leave behind would show there. */
final class SandboxProcesses {
    private static final long PATIENCE_SECONDS = 30;

    private SandboxProcesses() {}

    /** No process has the word in its command line, at the latest in a moment. */
    static void assertNone(String word) {
        await(() -> ProcessHandle.allProcesses()
                .noneMatch(process -> process.info().commandLine().orElse("").contains("sleep " + word)));
    }

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "what was waited for did not come");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }
}
