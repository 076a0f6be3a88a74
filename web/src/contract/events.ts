/* Generated from the server's event schemas by `npm run generate`; a test holds it to them. Do not edit. */

export interface ApprovalDecided {
  approvalId: string;
  callId: string;
  decision: "approved" | "denied" | "expired" | "withdrawn";
  by?: string;
  comment?: string;
  editedArgumentsHash?: string;
}

export interface ApprovalRequested {
  approvalId: string;
  callId: string;
  argumentsHash: string;
  expiresAt: string;
}

export interface ArtifactCreated {
  artifactId: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: string;
}

export interface AttemptInterrupted {
  attempt: number;
  reason: string;
}

export interface AttemptStarted {
  attempt: number;
  reason: string;
}

export interface ChildFinished {
  childRunId: string;
  status: "completed" | "failed" | "cancelled" | "interrupted";
  artifactIds: string[];
}

export interface ChildStarted {
  childRunId: string;
  title: string;
}

export interface ContentDelta {
  text: string;
}

export interface ContextCompacted {
  beforeTokens: number;
  afterTokens: number;
  summaryVersion: number;
}

export interface MessageCompleted {
  messageId: string;
  text: string;
}

export interface MessageSteered {
  messageId: string;
  text: string;
}

export interface PlanUpdated {
  steps: {
    title: string;
    status: "pending" | "in_progress" | "completed";
  }[];
}

export interface QuestionAnswered {
  questionId: string;
  callId: string;
  answer: string;
  by: string;
}

export interface QuestionAsked {
  questionId: string;
  callId: string;
  kind: "user" | "review";
  question: string;
  choices?: string[];
}

export interface RateLimitHit {
  provider: string;
  retryAfterMs: number;
  retry: number;
}

export interface ReasoningDelta {
  text: string;
}

export interface RunCancelled {
  by: string;
  reason?: string;
}

export interface RunCancelling {
  by: string;
  reason?: string;
}

export interface RunCompleted {
  finishReason: string;
}

export interface RunFailed {
  error: {
    code: string;
    message: string;
    retryable: boolean;
  };
}

export interface RunInterrupted {
  reason: string;
}

export interface RunQueued {
  conversationId: string;
  messageId: string;
  trigger: "chat" | "api" | "automation" | "subagent" | "discord";
  profile: string;
  mode: "read-only" | "approval-required" | "auto-edit" | "full";
  provider: string;
  model: string;
}

export interface RunReady {
  ticket: number;
}

export interface RunResumed {
  on: "approval" | "user" | "child" | "slot";
}

export interface RunStarted {
  manifestHash: string;
  contextHash: string;
  stateMachineVersion: string;
}

export interface RunWaiting {
  on: "approval" | "user" | "child" | "slot";
}

export interface ToolFinished {
  callId: string;
  outcome: "ok" | "error" | "denied" | "timeout" | "cancelled" | "skipped";
  resultHash: string;
  preview: string;
  artifactId?: string;
  durationMs: number;
  workspaceVersion?: string;
}

export interface ToolOutput {
  callId: string;
  stream: "stdout" | "stderr";
  text: string;
}

export interface ToolProposed {
  callId: string;
  tool: string;
  arguments: {
    [k: string]: unknown | undefined;
  };
  argumentsHash: string;
  decision: "allow" | "ask" | "deny";
  reason: string;
}

export interface ToolStarted {
  callId: string;
  executor: "inline" | "sandbox" | "mcp" | "remote" | "child";
  idempotencyKey: string;
}

export interface TurnRestarted {
  turn: number;
  reason: string;
}

export interface TurnStarted {
  turn: number;
}

export interface UsageReported {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  reasoningTokens: number;
  costUsd?: number;
}

export interface EventData {
  "approval.decided": ApprovalDecided;
  "approval.requested": ApprovalRequested;
  "artifact.created": ArtifactCreated;
  "attempt.interrupted": AttemptInterrupted;
  "attempt.started": AttemptStarted;
  "child.finished": ChildFinished;
  "child.started": ChildStarted;
  "content.delta": ContentDelta;
  "context.compacted": ContextCompacted;
  "message.completed": MessageCompleted;
  "message.steered": MessageSteered;
  "plan.updated": PlanUpdated;
  "question.answered": QuestionAnswered;
  "question.asked": QuestionAsked;
  "rate_limit.hit": RateLimitHit;
  "reasoning.delta": ReasoningDelta;
  "run.cancelled": RunCancelled;
  "run.cancelling": RunCancelling;
  "run.completed": RunCompleted;
  "run.failed": RunFailed;
  "run.interrupted": RunInterrupted;
  "run.queued": RunQueued;
  "run.ready": RunReady;
  "run.resumed": RunResumed;
  "run.started": RunStarted;
  "run.waiting": RunWaiting;
  "tool.finished": ToolFinished;
  "tool.output": ToolOutput;
  "tool.proposed": ToolProposed;
  "tool.started": ToolStarted;
  "turn.restarted": TurnRestarted;
  "turn.started": TurnStarted;
  "usage.reported": UsageReported;
}

export type EventType = keyof EventData;

export const EVENT_TYPES: readonly EventType[] = [
  "approval.decided",
  "approval.requested",
  "artifact.created",
  "attempt.interrupted",
  "attempt.started",
  "child.finished",
  "child.started",
  "content.delta",
  "context.compacted",
  "message.completed",
  "message.steered",
  "plan.updated",
  "question.answered",
  "question.asked",
  "rate_limit.hit",
  "reasoning.delta",
  "run.cancelled",
  "run.cancelling",
  "run.completed",
  "run.failed",
  "run.interrupted",
  "run.queued",
  "run.ready",
  "run.resumed",
  "run.started",
  "run.waiting",
  "tool.finished",
  "tool.output",
  "tool.proposed",
  "tool.started",
  "turn.restarted",
  "turn.started",
  "usage.reported",
];
