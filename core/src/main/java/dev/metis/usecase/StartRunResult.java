package dev.metis.usecase;

import dev.metis.conversation.MessageId;
import dev.metis.run.RunId;

/** How a request for a run ended. */
public sealed interface StartRunResult {
    /** It is accepted. {@code position} is 0 for the active run, else its place in the queue. */
    record Accepted(MessageId messageId, RunId runId, int position) implements StartRunResult {}

    /** The conversation has an active run and the caller wanted none queued. */
    record Busy(RunId activeRun) implements StartRunResult {}

    /** The idempotency key was used for another request. */
    record KeyReused() implements StartRunResult {}
}
