package dev.metis.event;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The catalogue: the wire name of every event body. */
public enum EventType {
    RUN_QUEUED("run.queued", LifecycleEvent.RunQueued.class),
    RUN_READY("run.ready", LifecycleEvent.RunReady.class),
    RUN_STARTED("run.started", LifecycleEvent.RunStarted.class),
    ATTEMPT_STARTED("attempt.started", LifecycleEvent.AttemptStarted.class),
    ATTEMPT_INTERRUPTED("attempt.interrupted", LifecycleEvent.AttemptInterrupted.class),
    RUN_WAITING("run.waiting", LifecycleEvent.RunWaiting.class),
    RUN_RESUMED("run.resumed", LifecycleEvent.RunResumed.class),
    TURN_STARTED("turn.started", TurnEvent.TurnStarted.class),
    TURN_RESTARTED("turn.restarted", TurnEvent.TurnRestarted.class),
    MESSAGE_STEERED("message.steered", TurnEvent.MessageSteered.class),
    CONTENT_DELTA("content.delta", TurnEvent.ContentDelta.class),
    REASONING_DELTA("reasoning.delta", TurnEvent.ReasoningDelta.class),
    MESSAGE_COMPLETED("message.completed", TurnEvent.MessageCompleted.class),
    TOOL_PROPOSED("tool.proposed", ToolEvent.ToolProposed.class),
    APPROVAL_REQUESTED("approval.requested", ApprovalEvent.ApprovalRequested.class),
    APPROVAL_DECIDED("approval.decided", ApprovalEvent.ApprovalDecided.class),
    TOOL_STARTED("tool.started", ToolEvent.ToolStarted.class),
    TOOL_OUTPUT("tool.output", ToolEvent.ToolOutput.class),
    TOOL_FINISHED("tool.finished", ToolEvent.ToolFinished.class),
    QUESTION_ASKED("question.asked", ApprovalEvent.QuestionAsked.class),
    QUESTION_ANSWERED("question.answered", ApprovalEvent.QuestionAnswered.class),
    CHILD_STARTED("child.started", ChildEvent.ChildStarted.class),
    CHILD_FINISHED("child.finished", ChildEvent.ChildFinished.class),
    ARTIFACT_CREATED("artifact.created", ArtifactEvent.ArtifactCreated.class),
    PLAN_UPDATED("plan.updated", TurnEvent.PlanUpdated.class),
    USAGE_REPORTED("usage.reported", UsageEvent.UsageReported.class),
    RATE_LIMIT_HIT("rate_limit.hit", UsageEvent.RateLimitHit.class),
    CONTEXT_COMPACTED("context.compacted", UsageEvent.ContextCompacted.class),
    RUN_CANCELLING("run.cancelling", LifecycleEvent.RunCancelling.class),
    RUN_COMPLETED("run.completed", LifecycleEvent.RunCompleted.class),
    RUN_FAILED("run.failed", LifecycleEvent.RunFailed.class),
    RUN_CANCELLED("run.cancelled", LifecycleEvent.RunCancelled.class),
    RUN_INTERRUPTED("run.interrupted", LifecycleEvent.RunInterrupted.class);

    private static final Map<Class<?>, EventType> BY_BODY =
            Arrays.stream(values()).collect(Collectors.toMap(EventType::body, Function.identity()));
    private static final Map<String, EventType> BY_WIRE =
            Arrays.stream(values()).collect(Collectors.toMap(EventType::wire, Function.identity()));

    private final String wire;
    private final Class<? extends RunEventBody> body;

    EventType(String wire, Class<? extends RunEventBody> body) {
        this.wire = wire;
        this.body = body;
    }

    public String wire() {
        return wire;
    }

    public Class<? extends RunEventBody> body() {
        return body;
    }

    /** Whether an event of this type ends its run. */
    public boolean terminal() {
        return LifecycleEvent.Terminal.class.isAssignableFrom(body);
    }

    public static EventType of(RunEventBody body) {
        EventType type = BY_BODY.get(body.getClass());
        if (type == null) {
            throw new IllegalArgumentException(
                    "no event type for " + body.getClass().getName());
        }
        return type;
    }

    public static EventType ofWire(String wire) {
        EventType type = BY_WIRE.get(wire);
        if (type == null) {
            throw new IllegalArgumentException("unknown event type: " + wire);
        }
        return type;
    }
}
