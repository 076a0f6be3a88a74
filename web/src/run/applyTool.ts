import type { EventData } from "../contract/events";
import type { KnownEvent } from "../contract/envelope";
import { readArguments, readNumber, readOptional, readString, readText } from "../contract/reading";
import { toolOutcome, type OutputTail, type ToolEntry } from "./entries";
import { replaceEntries, type Draft } from "./runView";

/** Characters of live output kept per call; the whole is an artifact. */
export const OUTPUT_LIMIT = 60_000;

export type ToolEvent = Extract<
  KnownEvent,
  { type: "tool.proposed" | "approval.requested" | "approval.decided" | "tool.started" | "tool.output" | "tool.finished" }
>;

export function applyTool(draft: Draft, event: ToolEvent): void {
  switch (event.type) {
    case "tool.proposed": {
      const args = readArguments(event.data.arguments);
      withTool(draft, event.seq, event.data.callId, (tool) => ({
        ...tool,
        turn: draft.turn,
        tool: readString(event.data.tool) || tool.tool,
        arguments: args.value,
        argumentsRef: args.ref,
        argumentsHash: readOptional(event.data.argumentsHash),
        reason: readOptional(event.data.reason),
      }));
      return;
    }
    case "approval.requested":
      withTool(draft, event.seq, event.data.callId, (tool) => ({
        ...tool,
        state: "waiting",
        approval: {
          approvalId: readString(event.data.approvalId),
          argumentsHash: readString(event.data.argumentsHash),
          expiresAt: readString(event.data.expiresAt),
          decision: null,
          by: null,
          comment: null,
        },
      }));
      return;
    case "approval.decided":
      decideApproval(draft, event.data);
      return;
    case "tool.started":
      withTool(draft, event.seq, event.data.callId, (tool) => ({
        ...tool,
        state: "running",
        executor: readOptional(event.data.executor),
        startedAt: event.at,
      }));
      return;
    case "tool.output":
      withTool(draft, event.seq, event.data.callId, (tool) => ({
        ...tool,
        output: appendOutput(tool.output, readString(event.data.text)),
      }));
      return;
    case "tool.finished": {
      const preview = readText(event.data.preview);
      withTool(draft, event.seq, event.data.callId, (tool) => ({
        ...tool,
        state: toolOutcome(readString(event.data.outcome)),
        preview: preview.text,
        previewRef: preview.ref,
        artifactId: readOptional(event.data.artifactId),
        durationMs: readNumber(event.data.durationMs),
      }));
    }
  }
}

function decideApproval(draft: Draft, data: EventData["approval.decided"]): void {
  const decision = readString(data.decision);
  replaceEntries(draft, (entry) => {
    if (entry.kind !== "tool" || entry.approval === null || entry.approval.approvalId !== data.approvalId) return entry;
    return {
      ...entry,
      state: entry.state === "waiting" ? (decision === "approved" ? "proposed" : "denied") : entry.state,
      approval: { ...entry.approval, decision, by: readOptional(data.by), comment: readOptional(data.comment) },
    };
  });
}

export function withTool(draft: Draft, seq: number, callId: unknown, change: (tool: ToolEntry) => ToolEntry): void {
  const id = readString(callId);
  const index = draft.entries.findIndex((entry) => entry.kind === "tool" && entry.callId === id);
  const known = draft.entries[index];
  if (known?.kind === "tool") draft.entries[index] = change(known);
  else draft.entries.push(change(emptyTool(`event-${seq}`, id, draft.turn)));
}

export function emptyTool(id: string, callId: string, turn: number): ToolEntry {
  return {
    kind: "tool",
    id,
    turn,
    callId,
    tool: "tool",
    arguments: {},
    argumentsRef: null,
    argumentsHash: null,
    reason: null,
    state: "proposed",
    executor: null,
    startedAt: null,
    output: { text: "", dropped: 0 },
    preview: "",
    previewRef: null,
    artifactId: null,
    durationMs: null,
    approval: null,
  };
}

function appendOutput(tail: OutputTail, text: string): OutputTail {
  const whole = tail.text + text;
  if (whole.length <= OUTPUT_LIMIT) return { text: whole, dropped: tail.dropped };
  // Cut a quarter more than needed, so that not every chunk copies the whole tail.
  let cut = whole.length - Math.floor(OUTPUT_LIMIT * 0.75);
  const newline = whole.indexOf("\n", cut);
  if (newline !== -1 && newline - cut < 2_000) cut = newline + 1;
  else if (isLowSurrogate(whole.charCodeAt(cut))) cut += 1;
  return { text: whole.slice(cut), dropped: tail.dropped + cut };
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
