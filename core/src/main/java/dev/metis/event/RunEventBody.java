package dev.metis.event;

/**
 * What happened, as a past fact. The component names are the names on the wire; {@link EventType} names each variant.
 * A nullable component is left out of the JSON when it is null.
 */
public sealed interface RunEventBody
        permits LifecycleEvent, TurnEvent, ToolEvent, ApprovalEvent, ChildEvent, ArtifactEvent, UsageEvent {}
