import { parseEvent, type RunEvent } from "../contract/envelope";

export const RUN = "run_01";

/** An event as the wire brings it, read like any other. */
export function event(seq: number, type: string, data: Record<string, unknown> = {}, more: Record<string, unknown> = {}): RunEvent {
  const parsed = parseEvent({
    runId: RUN,
    seq,
    type,
    at: `2026-01-01T00:00:${String(seq % 60).padStart(2, "0")}.000Z`,
    attempt: 1,
    data,
    ...more,
  });
  if (parsed === null) throw new Error(`Not an event: ${type}`);
  return parsed;
}

/** Numbers a list of [type, data] from `first` on. */
export function sequence(items: readonly (readonly [string, Record<string, unknown>?])[], first = 1): RunEvent[] {
  return items.map(([type, data], index) => event(first + index, type, data ?? {}));
}
