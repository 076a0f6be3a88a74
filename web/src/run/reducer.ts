import type { RunEvent } from "../contract/envelope";
import { applyEvent } from "./applyEvent";
import type { Draft, RunView, SeqRange } from "./runView";

export type RunAction = { type: "events"; events: readonly RunEvent[] } | { type: "lastSeq"; lastSeq: number };

export function reduceRun(view: RunView, action: RunAction): RunView {
  if (action.type === "lastSeq") {
    return action.lastSeq > view.lastSeq ? { ...view, lastSeq: action.lastSeq } : view;
  }
  const fresh = action.events.filter((event) => event.runId === view.runId && event.seq > view.appliedSeq);
  if (fresh.length === 0) return view;
  return applyReady(mergeHeld(view, fresh));
}

/** The events that must be fetched before anything more can be shown; null when nothing is known to be missing. */
export function missingRange(view: RunView): SeqRange | null {
  const next = view.appliedSeq + 1;
  const firstHeld = view.held[0];
  if (firstHeld !== undefined) return { from: next, to: firstHeld.seq - 1 };
  return view.lastSeq >= next ? { from: next, to: view.lastSeq } : null;
}

export function hasEnded(view: RunView): boolean {
  return view.phase.name === "ended";
}

function mergeHeld(view: RunView, fresh: readonly RunEvent[]): RunView {
  const bySeq = new Map<number, RunEvent>();
  for (const event of view.held) bySeq.set(event.seq, event);
  for (const event of fresh) if (!bySeq.has(event.seq)) bySeq.set(event.seq, event);
  const held = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  const highest = held[held.length - 1]?.seq ?? 0;
  return { ...view, held, lastSeq: Math.max(view.lastSeq, highest) };
}

function applyReady(view: RunView): RunView {
  const draft: Draft = { ...view, entries: [...view.entries] };
  let taken = 0;
  for (const event of view.held) {
    if (event.seq !== draft.appliedSeq + 1) break;
    applyEvent(draft, event);
    draft.appliedSeq = event.seq;
    taken += 1;
  }
  return { ...draft, held: taken === 0 ? view.held : view.held.slice(taken) };
}
