package dev.metis.event;

import dev.metis.conversation.MessageId;
import java.util.List;
import java.util.Objects;

/** Facts of a model's answer. */
public sealed interface TurnEvent extends RunEventBody {
    /** A model call began. */
    record TurnStarted(int turn) implements TurnEvent {}

    /** It began again: what was streamed of this turn so far is void. */
    record TurnRestarted(int turn, String reason) implements TurnEvent {}

    /** A person's message was given to the running attempt. */
    record MessageSteered(MessageId messageId, String text) implements TurnEvent {}

    /** A piece of the answer; never splits a code point. */
    record ContentDelta(String text) implements TurnEvent {}

    /** A piece of the model's reasoning; never splits a code point. */
    record ReasoningDelta(String text) implements TurnEvent {}

    /** The run's answer is whole. */
    record MessageCompleted(MessageId messageId, String text) implements TurnEvent {}

    /** The plan as it is now. */
    record PlanUpdated(List<PlanStep> steps) implements TurnEvent {
        public PlanUpdated {
            steps = List.copyOf(steps);
        }
    }

    /** One step of a plan; status is pending, in_progress or completed. */
    record PlanStep(String title, String status) {
        public PlanStep {
            Objects.requireNonNull(title, "title is null");
            Objects.requireNonNull(status, "status is null");
        }
    }
}
