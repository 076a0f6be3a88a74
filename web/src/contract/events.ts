/** The events of a run. Until the schemas of the server are generated from, worded by hand after the interface's catalogue. */

export interface EventData {
  "run.queued": {
    conversationId: string;
    messageId?: string | null;
    trigger: string;
    profile: string;
    mode: string;
    provider?: string | null;
    model?: string | null;
  };
  "run.ready": { ticket?: unknown };
  "run.started": { manifestHash?: string; contextHash?: string; stateMachineVersion?: string };
  "attempt.started": { attempt?: number; reason?: string | null };
  "attempt.interrupted": { attempt?: number; reason?: string | null };
  "run.waiting": { on: string };
  "run.resumed": { on: string };
  "turn.started": { turn: number };
  "turn.restarted": { turn: number; reason?: string | null };
  "message.steered": { messageId: string; text: unknown };
  "content.delta": { text: unknown };
  "reasoning.delta": { text: unknown };
  "message.completed": { messageId: string; text: unknown };
  "tool.proposed": { callId: string; tool: string; arguments: unknown; argumentsHash?: string; decision: string; reason?: string | null };
  "approval.requested": { approvalId: string; callId: string; argumentsHash: string; expiresAt: string };
  "approval.decided": {
    approvalId: string;
    callId?: string;
    decision: string;
    by?: string | null;
    comment?: string | null;
    editedArgumentsHash?: string | null;
  };
  "tool.started": { callId: string; executor: string; idempotencyKey?: string };
  "tool.output": { callId: string; stream: string; text: unknown };
  "tool.finished": {
    callId: string;
    outcome: string;
    resultHash?: string;
    preview: unknown;
    artifactId?: string | null;
    durationMs?: number;
    workspaceVersion?: unknown;
  };
  "question.asked": { questionId: string; callId?: string; kind: string; question: unknown; choices?: string[] | null };
  "question.answered": { questionId: string; callId?: string; answer: unknown; by?: string | null };
  "child.started": { childRunId: string; title?: string | null };
  "child.finished": { childRunId: string; status: string; artifactIds?: string[] };
  "artifact.created": { artifactId: string; name: string; mediaType: string; bytes: number; sha256: string };
  "plan.updated": { steps: unknown };
  "usage.reported": {
    inputTokens?: number;
    outputTokens?: number;
    cachedInputTokens?: number;
    reasoningTokens?: number;
    costUsd?: number | null;
  };
  "rate_limit.hit": { provider: string; retryAfterMs?: number | null; retry?: number };
  "context.compacted": { beforeTokens?: number; afterTokens?: number; summaryVersion?: number };
  "run.cancelling": { by?: string | null; reason?: string | null };
  "run.completed": { finishReason?: string };
  "run.failed": { error: { code: string; message: string; retryable?: boolean } };
  "run.cancelled": { by?: string | null; reason?: string | null };
  "run.interrupted": { reason?: string | null };
}

export type EventType = keyof EventData;

export const EVENT_TYPES: readonly EventType[] = [
  "run.queued",
  "run.ready",
  "run.started",
  "attempt.started",
  "attempt.interrupted",
  "run.waiting",
  "run.resumed",
  "turn.started",
  "turn.restarted",
  "message.steered",
  "content.delta",
  "reasoning.delta",
  "message.completed",
  "tool.proposed",
  "approval.requested",
  "approval.decided",
  "tool.started",
  "tool.output",
  "tool.finished",
  "question.asked",
  "question.answered",
  "child.started",
  "child.finished",
  "artifact.created",
  "plan.updated",
  "usage.reported",
  "rate_limit.hit",
  "context.compacted",
  "run.cancelling",
  "run.completed",
  "run.failed",
  "run.cancelled",
  "run.interrupted",
];
