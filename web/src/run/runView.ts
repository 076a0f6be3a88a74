import type { RunEvent } from "../contract/envelope";
import type { Entry, Phase } from "./entries";

/**
 * What this page knows about one run. Events are applied in the order of their `seq`, each once: one that was seen is
 * ignored, one that comes after a gap is held until the gap is filled.
 */
export interface RunView {
  runId: string;
  /** The last event applied; 0 before the first. */
  appliedSeq: number;
  /** Events after a gap, ascending, all beyond `appliedSeq + 1`. */
  held: readonly RunEvent[];
  /** The highest `seq` the server is known to have. */
  lastSeq: number;
  conversationId: string | null;
  messageId: string | null;
  turn: number;
  attempt: number;
  phase: Phase;
  entries: readonly Entry[];
  usage: UsageSum | null;
  startedAt: string | null;
  endedAt: string | null;
}

export interface UsageSum {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  reasoningTokens: number;
  costUsd: number | null;
}

export interface SeqRange {
  from: number;
  to: number;
}

export function emptyRun(runId: string): RunView {
  return {
    runId,
    appliedSeq: 0,
    held: [],
    lastSeq: 0,
    conversationId: null,
    messageId: null,
    turn: 0,
    attempt: 1,
    phase: { name: "queued" },
    entries: [],
    usage: null,
    startedAt: null,
    endedAt: null,
  };
}

/** A view under change within one call of the reducer; its entries are replaced, never changed in place. */
export type Draft = Omit<RunView, "entries"> & { entries: Entry[] };

export function replaceEntries(draft: Draft, change: (entry: Entry) => Entry): void {
  draft.entries = draft.entries.map(change);
}
