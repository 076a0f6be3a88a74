/** The resources of the REST interface, as the server words them. Times are RFC 3339 UTC, ids are prefixed ULIDs. */

export type Mode = "read-only" | "approval-required" | "auto-edit" | "full";

export type RunStatus =
  | "queued"
  | "leased"
  | "running"
  | "waiting_approval"
  | "waiting_user"
  | "waiting_child"
  | "waiting_slot"
  | "cancelling"
  | "cancelled"
  | "completed"
  | "failed"
  | "interrupted";

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export interface Session {
  user: { id: string; name: string };
  tenantId: string;
  role: string;
  scopes: string[];
  csrf: string;
  expiresAt: string;
}

export interface Conversation {
  id: string;
  title: string | null;
  profile: string;
  mode: Mode;
  provider: string | null;
  model: string | null;
  incognito: boolean;
  createdAt: string;
  updatedAt: string;
  activeRunId: string | null;
  version: number;
}

/** A value over 24 KB stands in a body as a reference with its head. */
export interface DataRef {
  artifactId: string;
  bytes: number;
  sha256: string;
  head: string;
}

export type MessagePart =
  | { type: "text"; text: unknown }
  | { type: "reasoning"; text: unknown }
  | { type: "tool_call"; callId: string; tool: string; arguments: unknown }
  | { type: "tool_result"; callId: string; tool: string; outcome: string; preview: unknown; artifactId?: string | null };

export interface Message {
  id: string;
  conversationId: string;
  role: "user" | "assistant";
  runId: string;
  createdAt: string;
  parts: MessagePart[];
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  reasoningTokens: number;
  costUsd: number | null;
}

export interface RunError {
  code: string;
  message: string;
  retryable: boolean;
}

export interface Run {
  id: string;
  conversationId: string;
  status: RunStatus;
  version: number;
  attempt: number;
  provider: string | null;
  model: string | null;
  profile: string;
  mode: Mode;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  lastSeq: number;
  usage: Usage | null;
  error?: RunError | null;
  pending: { approvals: string[]; questions: string[]; children: string[] };
}

export interface Approval {
  id: string;
  runId: string;
  conversationId: string;
  callId: string;
  tool: string;
  arguments: unknown;
  argumentsHash: string;
  reason: string;
  status: "pending" | "approved" | "denied" | "expired" | "withdrawn";
  expiresAt: string;
  createdAt: string;
  decidedBy?: string | null;
  decidedAt?: string | null;
  comment?: string | null;
}

export interface Model {
  id: string;
  provider: string;
  name: string;
  default: boolean;
}

export interface SendReceipt {
  messageId: string;
  runId: string;
  status: string;
  position: number | null;
}

export interface LiveTicket {
  ticket: string;
  expiresAt: string;
}
