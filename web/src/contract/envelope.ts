import { EVENT_TYPES, type EventData, type EventType } from "./events";

interface Envelope {
  runId: string;
  seq: number;
  at: string;
  attempt: number;
  turn?: number;
}

/** An event whose type this client knows. What `data` holds is still a claim: read it through `reading.ts`. */
export type KnownEvent = { [T in EventType]: Envelope & { type: T; data: EventData[T] } }[EventType];

/** An event of a type made after this client was built. */
export interface UnknownEvent extends Envelope {
  type: `unknown:${string}`;
  data: Record<string, unknown>;
}

export type RunEvent = KnownEvent | UnknownEvent;

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES);

export function isKnownType(type: string): type is EventType {
  return KNOWN.has(type);
}

/** Reads an event from outside; null when it has no run, sequence number or type to file it under. */
export function parseEvent(value: unknown): RunEvent | null {
  if (typeof value !== "object" || value === null) return null;
  const raw = value as Record<string, unknown>;
  const { runId, seq, type } = raw;
  if (typeof runId !== "string" || runId === "" || typeof type !== "string" || type === "") return null;
  if (typeof seq !== "number" || !Number.isSafeInteger(seq) || seq < 1) return null;
  const envelope = {
    runId,
    seq,
    at: typeof raw["at"] === "string" ? raw["at"] : "",
    attempt: typeof raw["attempt"] === "number" ? raw["attempt"] : 1,
    ...(typeof raw["turn"] === "number" ? { turn: raw["turn"] } : {}),
  };
  const data = typeof raw["data"] === "object" && raw["data"] !== null ? (raw["data"] as Record<string, unknown>) : {};
  if (!isKnownType(type)) return { ...envelope, type: `unknown:${type}`, data };
  return { ...envelope, type, data } as unknown as KnownEvent;
}
