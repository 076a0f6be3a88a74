package dev.metis.conversation;

import dev.metis.run.RunId;
import org.jspecify.annotations.Nullable;

/**
 * The item that makes "one active run" and "no message forgotten" true: every change of it conditions on all of it as
 * read. Tickets start at 1; {@code servedTicket} is that of the run last made active.
 */
public record ConversationQueue(
        long nextTicket,
        long servedTicket,
        int waiting,
        @Nullable RunId activeRun) {
    public static final ConversationQueue EMPTY = new ConversationQueue(1, 0, 0, null);

    /** The next ticket was given to a run that is active at once. */
    public ConversationQueue activate(RunId run) {
        return new ConversationQueue(nextTicket + 1, nextTicket, waiting, run);
    }

    /** The next ticket was given to a run that waits. */
    public ConversationQueue enqueue() {
        return new ConversationQueue(nextTicket + 1, servedTicket, waiting + 1, activeRun);
    }

    /** The active run ended and nothing waits. */
    public ConversationQueue release() {
        return new ConversationQueue(nextTicket, servedTicket, waiting, null);
    }

    /** The active run ended and the one with the ticket is active now. */
    public ConversationQueue promote(long ticket, RunId run) {
        return new ConversationQueue(nextTicket, ticket, waiting - 1, run);
    }

    /** A waiting run was taken out. */
    public ConversationQueue withdraw() {
        return new ConversationQueue(nextTicket, servedTicket, waiting - 1, activeRun);
    }
}
