import type { Message, Run } from "../contract/api";
import { readText } from "../contract/reading";
import type { Entry, Phase } from "./entries";
import { entriesOfMessage, phaseOfRun } from "./history.logic";
import type { RunView, UsageSum } from "./runView";

/** A message that was sent from here and that the server's list does not hold yet. */
export interface PendingSend {
  key: string;
  text: string;
  state: "sending" | "sent" | "failed";
  runId: string | null;
  problem: string | null;
}

/** One message of the user and what its run answered. */
export interface Exchange {
  id: string;
  runId: string | null;
  text: string;
  phase: Phase;
  entries: readonly Entry[];
  /** Whether `entries` come from the run's events, with outputs and times, or only from its stored message. */
  detailed: boolean;
  /** Runs that must end before this one begins; 0 for one that is not queued. */
  ahead: number;
  usage: UsageSum | null;
  startedAt: string | null;
  endedAt: string | null;
  pending: PendingSend | null;
}

const NO_ENTRIES: readonly Entry[] = [];

export interface ExchangesInput {
  messages: readonly Message[];
  runs: readonly Run[];
  viewOf: (runId: string) => RunView | null;
  isLoaded: (runId: string) => boolean;
  pending: readonly PendingSend[];
}

/** The same exchanges as before keep their identity, so that only what has changed is drawn again. */
export function keepUnchanged(before: readonly Exchange[], now: readonly Exchange[]): readonly Exchange[] {
  const known = new Map(before.map((exchange) => [exchange.id, exchange]));
  const kept = now.map((exchange) => {
    const old = known.get(exchange.id);
    return old !== undefined && sameExchange(old, exchange) ? old : exchange;
  });
  return kept.length === before.length && kept.every((exchange, index) => exchange === before[index]) ? before : kept;
}

function sameExchange(a: Exchange, b: Exchange): boolean {
  return (Object.keys(b) as (keyof Exchange)[]).every((key) => (key === "phase" ? samePhase(a.phase, b.phase) : a[key] === b[key]));
}

function samePhase(a: Phase, b: Phase): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

export function exchangesOf(input: ExchangesInput): Exchange[] {
  const runs = new Map(input.runs.map((run) => [run.id, run]));
  const answers = new Map<string, Message>();
  for (const message of input.messages) if (message.role === "assistant") answers.set(message.runId, message);
  const exchanges: Exchange[] = [];
  const seen = new Set<string>();
  for (const message of input.messages) {
    if (message.role !== "user" || seen.has(message.runId)) continue;
    seen.add(message.runId);
    exchanges.push(stored(input, message, runs.get(message.runId) ?? null, answers.get(message.runId) ?? null));
  }
  for (const send of input.pending) {
    if (send.runId !== null && seen.has(send.runId)) continue;
    exchanges.push(unsaved(input, send));
  }
  return countQueue(exchanges);
}

function stored(input: ExchangesInput, message: Message, run: Run | null, answer: Message | null): Exchange {
  const view = input.viewOf(message.runId);
  const useEvents = view !== null && input.isLoaded(message.runId) && view.appliedSeq > 0;
  const fromRun: Phase = run === null ? { name: "queued" } : phaseOfRun(run);
  const entries = useEvents ? view.entries : answer === null ? NO_ENTRIES : storedEntries(answer, fromRun);
  const text = message.parts.flatMap((part) => (part.type === "text" ? [readText(part.text).text] : [])).join("\n\n");
  return {
    id: message.runId,
    runId: message.runId,
    text,
    phase: useEvents ? view.phase : fromRun,
    entries,
    detailed: useEvents,
    ahead: 0,
    usage: run?.usage ?? view?.usage ?? null,
    startedAt: run?.startedAt ?? view?.startedAt ?? null,
    endedAt: run?.finishedAt ?? view?.endedAt ?? null,
    pending: null,
  };
}

const settled = new WeakMap<Message, Entry[]>();
const unsettled = new WeakMap<Message, Entry[]>();

/** A stored message is taken apart once, not with every event of the conversation. */
function storedEntries(answer: Message, phase: Phase): Entry[] {
  const cache = phase.name === "ended" ? settled : unsettled;
  const known = cache.get(answer);
  if (known !== undefined) return known;
  const entries = settle(entriesOfMessage(answer), phase);
  cache.set(answer, entries);
  return entries;
}

/** A stored call without a result belongs to a run that goes on, or was stopped with it. */
function settle(entries: Entry[], phase: Phase): Entry[] {
  if (phase.name !== "ended") return entries;
  return entries.map((entry) => (entry.kind === "tool" && entry.state === "proposed" ? { ...entry, state: "cancelled" as const } : entry));
}

function unsaved(input: ExchangesInput, send: PendingSend): Exchange {
  const view = send.runId === null ? null : input.viewOf(send.runId);
  return {
    id: send.runId ?? send.key,
    runId: send.runId,
    text: send.text,
    phase: view?.phase ?? { name: "queued" },
    entries: view?.entries ?? NO_ENTRIES,
    detailed: view !== null,
    ahead: 0,
    usage: view?.usage ?? null,
    startedAt: view?.startedAt ?? null,
    endedAt: view?.endedAt ?? null,
    pending: send,
  };
}

function countQueue(exchanges: Exchange[]): Exchange[] {
  let open = 0;
  return exchanges.map((exchange) => {
    const ahead = exchange.phase.name === "queued" ? open : 0;
    if (exchange.phase.name !== "ended" && exchange.pending?.state !== "failed") open += 1;
    return ahead === exchange.ahead ? exchange : { ...exchange, ahead };
  });
}

/** The run that is at work, or next to begin; null when the conversation is idle. */
export function activeExchange(exchanges: readonly Exchange[]): Exchange | null {
  return (
    exchanges.find((exchange) => exchange.phase.name !== "ended" && exchange.phase.name !== "queued") ??
    exchanges.find((exchange) => exchange.phase.name === "queued" && exchange.ahead === 0 && exchange.pending?.state !== "failed") ??
    null
  );
}
