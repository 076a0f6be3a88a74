import type { DataRef, RunError } from "../contract/api";

/** What a run has shown so far, in the order it happened. Built by the reducer from events, or from stored messages. */

export type ToolState = "proposed" | "waiting" | "running" | "ok" | "error" | "denied" | "timeout" | "cancelled" | "skipped";

export interface ToolApproval {
  approvalId: string;
  argumentsHash: string;
  expiresAt: string;
  decision: string | null;
  by: string | null;
  comment: string | null;
}

export interface OutputTail {
  text: string;
  /** Characters that were cut from the front to keep the page light. */
  dropped: number;
}

export interface TextEntry {
  kind: "text";
  id: string;
  turn: number;
  text: string;
  ref: DataRef | null;
}

export interface ReasoningEntry {
  kind: "reasoning";
  id: string;
  turn: number;
  text: string;
  startedAt: string;
  endedAt: string | null;
}

export interface ToolEntry {
  kind: "tool";
  id: string;
  turn: number;
  callId: string;
  tool: string;
  arguments: unknown;
  argumentsRef: DataRef | null;
  argumentsHash: string | null;
  reason: string | null;
  state: ToolState;
  executor: string | null;
  startedAt: string | null;
  output: OutputTail;
  preview: string;
  previewRef: DataRef | null;
  artifactId: string | null;
  durationMs: number | null;
  approval: ToolApproval | null;
}

export interface QuestionEntry {
  kind: "question";
  id: string;
  questionId: string;
  callId: string | null;
  questionKind: "user" | "review";
  question: string;
  choices: string[];
  answer: string | null;
  answered: boolean;
}

export interface PlanStep {
  title: string;
  status: "pending" | "active" | "done" | "skipped" | "failed";
}

export interface PlanEntry {
  kind: "plan";
  id: string;
  steps: PlanStep[];
}

export interface SteeredEntry {
  kind: "steered";
  id: string;
  text: string;
}

export interface ArtifactEntry {
  kind: "artifact";
  id: string;
  artifactId: string;
  name: string;
  mediaType: string;
  bytes: number;
}

export interface ChildEntry {
  kind: "child";
  id: string;
  childRunId: string;
  title: string;
  status: string | null;
}

export interface NoticeEntry {
  kind: "notice";
  id: string;
  tone: "neutral" | "warning";
  text: string;
}

/** Something this client has no name for: shown, neither hidden nor taken for an error. */
export interface UnknownEntry {
  kind: "unknown";
  id: string;
  type: string;
}

export type Entry =
  | TextEntry
  | ReasoningEntry
  | ToolEntry
  | QuestionEntry
  | PlanEntry
  | SteeredEntry
  | ArtifactEntry
  | ChildEntry
  | NoticeEntry
  | UnknownEntry;

export type Outcome = "completed" | "failed" | "cancelled" | "interrupted";

export type Phase =
  | { name: "queued" }
  | { name: "running" }
  | { name: "waiting"; on: string }
  | { name: "cancelling" }
  | { name: "ended"; outcome: Outcome; error: RunError | null; reason: string | null };

const STEP_STATES: Record<string, PlanStep["status"]> = {
  pending: "pending",
  todo: "pending",
  open: "pending",
  in_progress: "active",
  "in-progress": "active",
  active: "active",
  running: "active",
  doing: "active",
  done: "done",
  completed: "done",
  complete: "done",
  skipped: "skipped",
  cancelled: "skipped",
  failed: "failed",
  blocked: "failed",
};

export function planSteps(value: unknown): PlanStep[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (typeof item === "string") return [{ title: item, status: "pending" as const }];
    if (typeof item !== "object" || item === null) return [];
    const { title, status } = item as Record<string, unknown>;
    if (typeof title !== "string") return [];
    return [{ title, status: (typeof status === "string" ? STEP_STATES[status.toLowerCase()] : undefined) ?? "pending" }];
  });
}

const TOOL_OUTCOMES: Record<string, ToolState> = {
  ok: "ok",
  error: "error",
  denied: "denied",
  timeout: "timeout",
  cancelled: "cancelled",
  skipped: "skipped",
};

/** An outcome that this client does not know is never shown as success. */
export function toolOutcome(outcome: string): ToolState {
  return TOOL_OUTCOMES[outcome.toLowerCase()] ?? "error";
}
