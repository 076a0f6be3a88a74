package dev.metis.event;

import dev.metis.conversation.ConversationId;
import dev.metis.conversation.MessageId;
import org.jspecify.annotations.Nullable;

/** Facts of a run's and an attempt's life. */
public sealed interface LifecycleEvent extends RunEventBody {
    /** The run was accepted. {@code trigger} is chat, api, automation, subagent or discord. */
    record RunQueued(
            ConversationId conversationId,
            MessageId messageId,
            String trigger,
            String profile,
            String mode,
            String provider,
            String model)
            implements LifecycleEvent {}

    /** It became the conversation's active run. */
    record RunReady(long ticket) implements LifecycleEvent {}

    /** Its first attempt began. */
    record RunStarted(String manifestHash, String contextHash, String stateMachineVersion) implements LifecycleEvent {}

    /** An attempt took the lease. */
    record AttemptStarted(int attempt, String reason) implements LifecycleEvent {}

    /** An attempt ended without ending the run. */
    record AttemptInterrupted(int attempt, String reason) implements LifecycleEvent {}

    /** Nothing of the run works; it waits. */
    record RunWaiting(WaitKind on) implements LifecycleEvent {}

    /** It works again. */
    record RunResumed(WaitKind on) implements LifecycleEvent {}

    /** A cancel was accepted. */
    record RunCancelling(String by, @Nullable String reason) implements LifecycleEvent {}

    /** Facts that end a run: exactly one a run, the last. */
    sealed interface Terminal extends LifecycleEvent {}

    /** It ended with an answer. */
    record RunCompleted(String finishReason) implements Terminal {}

    /** It ended with an error. */
    record RunFailed(RunError error) implements Terminal {}

    /** It ended because somebody asked. */
    record RunCancelled(String by, @Nullable String reason) implements Terminal {}

    /** It ended because the platform lost it and gave up. */
    record RunInterrupted(String reason) implements Terminal {}

    /** Stable code, words for a person, and whether a retry may succeed. */
    record RunError(String code, String message, boolean retryable) {}
}
