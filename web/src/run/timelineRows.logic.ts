import type { Entry, Phase, ToolEntry, ToolState } from "./entries";
import { catalogueName, duration } from "./toolLabels.logic";

/** The rows of one run's answer, ready to be drawn. Components decide nothing that is decided here. */
export type TimelineRow =
  | { kind: "entry"; id: string; entry: Exclude<Entry, ToolEntry>; live: boolean }
  | { kind: "tool"; id: string; entry: ToolEntry }
  | { kind: "working"; id: string; label: string }
  | { kind: "ending"; id: string; tone: "error" | "muted"; title: string; detail: string; next: string | null };

export interface RowsInput {
  runId: string;
  entries: readonly Entry[];
  phase: Phase;
}

export function timelineRows({ runId, entries, phase }: RowsInput): TimelineRow[] {
  const rows: TimelineRow[] = [];
  const asked = new Set(entries.flatMap((entry) => (entry.kind === "question" ? [entry.callId ?? entry.question] : [])));
  const results = new Set(entries.flatMap((entry) => (entry.kind === "tool" && entry.artifactId !== null ? [entry.artifactId] : [])));
  entries.forEach((entry, index) => {
    // The whole result of a call is reached from the call.
    if (entry.kind === "artifact" && results.has(entry.artifactId)) return;
    if (entry.kind === "tool") {
      if (!shownElsewhere(entry, entries, asked)) rows.push({ kind: "tool", id: entry.id, entry });
      return;
    }
    const live = phase.name === "running" && index === entries.length - 1 && (entry.kind === "text" || entry.kind === "reasoning");
    rows.push({ kind: "entry", id: entry.id, entry, live });
  });
  const working = workingLabel(entries, phase);
  if (working !== null) rows.push({ kind: "working", id: `${runId}-working`, label: working });
  const ending = endingRow(runId, phase);
  if (ending !== null) rows.push(ending);
  return rows;
}

/** A plan update is the plan card, and a question asked is the question card: no second card for the call behind it. */
function shownElsewhere(tool: ToolEntry, entries: readonly Entry[], asked: ReadonlySet<string>): boolean {
  const name = catalogueName(tool.tool);
  if (name === "plan.update") return tool.state !== "error" && entries.some((entry) => entry.kind === "plan");
  if (name !== "ask_user") return false;
  const question = (tool.arguments as Record<string, unknown> | null)?.["question"];
  return asked.has(tool.callId) || (typeof question === "string" && asked.has(question));
}

export function isOpen(state: ToolState): boolean {
  return state === "proposed" || state === "waiting" || state === "running";
}

/** What the run is doing right now; null when a card or growing text already says so, or nothing is going on. */
function workingLabel(entries: readonly Entry[], phase: Phase): string | null {
  switch (phase.name) {
    case "queued":
    case "ended":
      return null;
    case "cancelling":
      return "Stopping";
    case "waiting":
      return phase.on === "slot" ? "Waiting for a free place" : phase.on === "child" ? "Waiting for a subtask" : null;
    case "running": {
      const last = entries[entries.length - 1];
      if (last?.kind === "reasoning" && last.endedAt === null) return null;
      if (entries.some((entry) => entry.kind === "tool" && entry.state === "running")) return null;
      if (entries.some((entry) => entry.kind === "tool" && entry.state === "proposed")) return "Starting the next step";
      return last?.kind === "text" ? "Writing" : "Thinking";
    }
  }
}

const AGAIN = "then send the message again.";

const ERROR_HELP: Record<string, string> = {
  provider_auth: `The model provider refused the key. Check its API key in the server's environment, ${AGAIN}`,
  provider_unknown: `The chosen model is not there any more. Choose another model, ${AGAIN}`,
  provider_rate_limited: `The model provider is limiting requests. Wait a little, ${AGAIN}`,
  provider_overloaded: `The model provider is overloaded. Wait a little or choose another model, ${AGAIN}`,
  provider_unavailable: `The model provider cannot be reached. Check the network or choose another model, ${AGAIN}`,
  provider_refused: "The model provider declined this request. Put it differently, or choose another model.",
  stream_incomplete: "The model's answer broke off. Send the message again; what was finished is kept in the conversation.",
  output_truncated: "The answer was cut at the model's limit. Ask for the rest, or for less at once.",
  context_overflow: "The conversation no longer fits into this model. Begin a new one, or choose a model that reads more at once.",
  too_many_tool_calls: "The model asked for too many steps at once. Send the message again, or ask for less at once.",
  budget_exceeded: "The run reached its budget. Send a message to go on in a new run.",
  sandbox_unavailable: "The sandbox cannot be started on this machine; the server's log says why.",
  sandbox_lost: "The sandbox was lost while it worked. Send the message again; finished steps are kept.",
};

function endingRow(runId: string, phase: Phase): TimelineRow | null {
  if (phase.name !== "ended") return null;
  const id = `${runId}-ending`;
  switch (phase.outcome) {
    case "completed":
      return null;
    case "cancelled":
      return { kind: "ending", id, tone: "muted", title: "Stopped", detail: "", next: null };
    case "interrupted":
      return {
        kind: "ending",
        id,
        tone: "error",
        title: "This run was interrupted",
        detail: phase.reason ?? "",
        next: "What it finished is kept. Send a message to go on from here.",
      };
    case "failed":
      return {
        kind: "ending",
        id,
        tone: "error",
        title: "This run failed",
        detail: phase.error?.message ?? "",
        next: helpFor(phase.error?.code ?? "", phase.error?.retryable === true),
      };
  }
}

function helpFor(code: string, retryable: boolean): string {
  if (Object.hasOwn(ERROR_HELP, code)) return ERROR_HELP[code] ?? "";
  return retryable
    ? "This may pass by itself: send the message again in a moment."
    : "Sending the same message again is unlikely to help; change it, or choose another model.";
}

export function countdown(msLeft: number): string {
  if (msLeft <= 0) return "expired";
  if (msLeft < 60_000) return `${Math.ceil(msLeft / 1000)} s left`;
  if (msLeft < 3_600_000) return `${Math.ceil(msLeft / 60_000)} min left`;
  if (msLeft < 172_800_000) return `${Math.round(msLeft / 3_600_000)} h left`;
  return `${Math.round(msLeft / 86_400_000)} days left`;
}

export function usageLine(
  usage: { inputTokens: number; outputTokens: number; costUsd: number | null } | null,
  elapsedMs: number | null,
): string {
  const parts: string[] = [];
  if (elapsedMs !== null && elapsedMs >= 0) parts.push(duration(elapsedMs));
  if (usage !== null && usage.inputTokens + usage.outputTokens > 0) {
    parts.push(`${compact(usage.inputTokens)} tokens in`, `${compact(usage.outputTokens)} out`);
  }
  if (usage?.costUsd != null && usage.costUsd > 0) parts.push(usage.costUsd < 0.01 ? "under $0.01" : `$${usage.costUsd.toFixed(2)}`);
  return parts.join(" · ");
}

function compact(count: number): string {
  if (count < 1000) return String(count);
  return count < 999_500 ? `${(count / 1000).toFixed(count < 9_950 ? 1 : 0)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
