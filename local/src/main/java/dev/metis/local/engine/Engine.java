package dev.metis.local.engine;

import dev.metis.local.engine.journal.EngineJournal;
import dev.metis.local.engine.journal.JournalEntry;
import java.time.Instant;
import java.util.Map;

/** What executions need from the engine around them. */
interface Engine {
    Instant now();

    /** A number from 0 (inclusive) to 1 (exclusive). */
    double random();

    /** A new task token, which nobody can guess. */
    String token();

    EngineJournal journal();

    Timers timers();

    FunctionInvoker functions();

    /** Where the answer to each open token goes. */
    Map<String, TokenWait> tokens();

    /** Runs something on a virtual thread of the engine. */
    void dispatch(Runnable task);

    /** The end of an execution is durable. */
    void ended(Execution execution, JournalEntry.ExecutionEnded end);

    /** The journal refused a turn of an execution. */
    void halted(Execution execution, Throwable reason);

    /** A task that waits for an answer. */
    record TokenWait(Execution execution, Frame frame) {}
}
