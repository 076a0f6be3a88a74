import type { EventData } from "../contract/events";
import type { KnownEvent, RunEvent, UnknownEvent } from "../contract/envelope";
import { readNumber, readOptional, readString, readStrings, readText } from "../contract/reading";
import { applyTool, withTool } from "./applyTool";
import { planSteps, type Outcome, type Phase, type TextEntry } from "./entries";
import { replaceEntries, type Draft, type UsageSum } from "./runView";

/** Adds one event to a view; the caller has seen to it that it is the next one. */
export function applyEvent(draft: Draft, event: RunEvent): void {
  // After the end nothing may come; should something come all the same, it changes no outcome.
  if (draft.phase.name === "ended") return;
  draft.attempt = Math.max(draft.attempt, event.attempt);
  if (event.turn !== undefined) draft.turn = event.turn;
  if (isUnknown(event)) {
    draft.entries.push({ kind: "unknown", id: `event-${event.seq}`, type: event.type.slice("unknown:".length) });
    return;
  }
  applyKnown(draft, event);
}

function isUnknown(event: RunEvent): event is UnknownEvent {
  return event.type.startsWith("unknown:");
}

function applyKnown(draft: Draft, event: KnownEvent): void {
  switch (event.type) {
    case "run.queued":
      draft.conversationId = readOptional(event.data.conversationId);
      draft.messageId = readOptional(event.data.messageId);
      return;
    case "run.ready":
      return;
    case "run.started":
      draft.startedAt ??= event.at;
      running(draft);
      return;
    case "attempt.started":
      running(draft);
      return;
    case "attempt.interrupted":
      settleReasoning(draft, event.at);
      notice(draft, event.seq, "warning", `Interrupted${because(event.data.reason)}; picking up where it stopped.`);
      return;
    case "run.waiting":
      if (draft.phase.name !== "cancelling") draft.phase = { name: "waiting", on: readString(event.data.on).toLowerCase() };
      return;
    case "run.resumed":
      running(draft);
      return;
    case "turn.started":
      draft.turn = readNumber(event.data.turn) ?? draft.turn + 1;
      draft.startedAt ??= event.at;
      running(draft);
      return;
    case "turn.restarted":
      restartTurn(draft, readNumber(event.data.turn) ?? draft.turn);
      return;
    case "message.steered":
      draft.entries.push({ kind: "steered", id: `event-${event.seq}`, text: readString(event.data.text) });
      return;
    case "content.delta":
      settleReasoning(draft, event.at);
      appendText(draft, event.seq, readString(event.data.text));
      return;
    case "reasoning.delta":
      appendReasoning(draft, event);
      return;
    case "message.completed":
      settleReasoning(draft, event.at);
      completeMessage(draft, event.seq, event.data);
      return;
    case "usage.reported":
      draft.usage = addUsage(draft.usage, event.data);
      return;
    case "rate_limit.hit":
      notice(draft, event.seq, "neutral", rateLimitText(event.data));
      return;
    case "context.compacted":
      notice(draft, event.seq, "neutral", "Earlier parts of this conversation were summarised to make room.");
      return;
    case "artifact.created":
      draft.entries.push({
        kind: "artifact",
        id: `event-${event.seq}`,
        artifactId: readString(event.data.artifactId),
        name: readString(event.data.name),
        mediaType: readString(event.data.mediaType),
        bytes: readNumber(event.data.bytes) ?? 0,
      });
      return;
    case "plan.updated":
      updatePlan(draft, event.seq, event.data.steps);
      return;
    case "child.started":
      draft.entries.push({
        kind: "child",
        id: `event-${event.seq}`,
        childRunId: readString(event.data.childRunId),
        title: readOptional(event.data.title) ?? "Subtask",
        status: null,
      });
      return;
    case "child.finished":
      replaceEntries(draft, (entry) =>
        entry.kind === "child" && entry.childRunId === event.data.childRunId ? { ...entry, status: readString(event.data.status) } : entry,
      );
      return;
    case "tool.proposed":
    case "approval.requested":
    case "approval.decided":
    case "tool.started":
    case "tool.output":
    case "tool.finished":
      settleReasoning(draft, event.at);
      applyTool(draft, event);
      return;
    case "question.asked":
    case "question.answered":
      applyQuestion(draft, event);
      return;
    case "run.cancelling":
      draft.phase = { name: "cancelling" };
      return;
    case "run.completed":
      end(draft, event.at, { outcome: "completed", error: null, reason: null });
      return;
    case "run.failed":
      end(draft, event.at, { outcome: "failed", error: readError(event.data.error), reason: null });
      return;
    case "run.cancelled":
      end(draft, event.at, { outcome: "cancelled", error: null, reason: null });
      return;
    case "run.interrupted":
      end(draft, event.at, { outcome: "interrupted", error: null, reason: readOptional(event.data.reason) });
      return;
    default:
      unhandled(event);
  }
}

/** Does not compile while a type of the contract has no case above. */
function unhandled(event: never): void {
  throw new Error(`No case for ${JSON.stringify(event)}`);
}

function applyQuestion(draft: Draft, event: Extract<KnownEvent, { type: "question.asked" | "question.answered" }>): void {
  if (event.type === "question.asked") {
    // A call under review neither runs nor has ended: it waits for a person's word.
    if (event.data.kind === "review" && event.data.callId !== undefined) {
      withTool(draft, event.seq, event.data.callId, (tool) => ({ ...tool, state: "waiting" }));
    }
    draft.entries.push({
      kind: "question",
      id: `question-${event.data.questionId}`,
      questionId: readString(event.data.questionId),
      callId: readOptional(event.data.callId),
      questionKind: event.data.kind === "review" ? "review" : "user",
      question: readString(event.data.question),
      choices: readStrings(event.data.choices),
      answer: null,
      answered: false,
    });
    return;
  }
  replaceEntries(draft, (entry) =>
    entry.kind === "question" && entry.questionId === event.data.questionId
      ? { ...entry, answered: true, answer: readString(event.data.answer) }
      : entry,
  );
}

function running(draft: Draft): void {
  if (draft.phase.name !== "cancelling") draft.phase = { name: "running" };
}

function end(
  draft: Draft,
  at: string,
  how: { outcome: Outcome; error: Extract<Phase, { name: "ended" }>["error"]; reason: string | null },
): void {
  settleReasoning(draft, at);
  draft.phase = { name: "ended", ...how };
  draft.endedAt = at;
  // Whatever was still open when the run ended was stopped with it: nothing on the page may look alive any more.
  replaceEntries(draft, (entry) =>
    entry.kind === "tool" && (entry.state === "proposed" || entry.state === "waiting" || entry.state === "running")
      ? { ...entry, state: "cancelled" }
      : entry,
  );
}

function restartTurn(draft: Draft, turn: number): void {
  draft.turn = turn;
  draft.entries = draft.entries.filter((entry) => {
    if (entry.kind === "text" || entry.kind === "reasoning") return entry.turn !== turn;
    return !(entry.kind === "tool" && entry.turn === turn && entry.state === "proposed");
  });
  running(draft);
}

function appendText(draft: Draft, seq: number, text: string): void {
  if (text === "") return;
  const last = draft.entries[draft.entries.length - 1];
  if (last?.kind === "text" && last.turn === draft.turn) {
    draft.entries[draft.entries.length - 1] = { ...last, text: last.text + text };
    return;
  }
  draft.entries.push({ kind: "text", id: `event-${seq}`, turn: draft.turn, text, ref: null });
}

function appendReasoning(draft: Draft, event: Extract<KnownEvent, { type: "reasoning.delta" }>): void {
  const text = readString(event.data.text);
  if (text === "") return;
  const last = draft.entries[draft.entries.length - 1];
  if (last?.kind === "reasoning" && last.turn === draft.turn && last.endedAt === null) {
    draft.entries[draft.entries.length - 1] = { ...last, text: last.text + text };
    return;
  }
  draft.entries.push({ kind: "reasoning", id: `event-${event.seq}`, turn: draft.turn, text, startedAt: event.at, endedAt: null });
}

/** The finished message is the truth about its text: what was streamed gives way where it falls short of it. */
function completeMessage(draft: Draft, seq: number, data: EventData["message.completed"]): void {
  draft.messageId = readOptional(data.messageId) ?? draft.messageId;
  const { text, ref } = readText(data.text);
  if (text === "") return;
  const texts = draft.entries.filter((entry): entry is TextEntry => entry.kind === "text");
  const ofTurn = texts.filter((entry) => entry.turn === draft.turn);
  const streamedOfTurn = ofTurn.map((entry) => entry.text).join("");
  const streamed = texts.map((entry) => entry.text).join("");
  if (ref !== null ? streamed.length >= text.length : streamedOfTurn === text || squeeze(streamed).includes(squeeze(text))) return;
  const last = ofTurn[ofTurn.length - 1];
  if (last !== undefined && ofTurn.length === 1 && text.startsWith(last.text)) {
    replaceEntries(draft, (entry) => (entry === last ? { ...last, text, ref } : entry));
    return;
  }
  if (streamed === "" || ofTurn.length === 0) draft.entries.push({ kind: "text", id: `event-${seq}`, turn: draft.turn, text, ref });
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}

function settleReasoning(draft: Draft, at: string): void {
  const last = draft.entries[draft.entries.length - 1];
  if (last?.kind === "reasoning" && last.endedAt === null) draft.entries[draft.entries.length - 1] = { ...last, endedAt: at };
}

function updatePlan(draft: Draft, seq: number, value: unknown): void {
  const steps = planSteps(value);
  if (draft.entries.some((entry) => entry.kind === "plan")) {
    replaceEntries(draft, (entry) => (entry.kind === "plan" ? { ...entry, steps } : entry));
  } else {
    draft.entries.push({ kind: "plan", id: `event-${seq}`, steps });
  }
}

function notice(draft: Draft, seq: number, tone: "neutral" | "warning", text: string): void {
  draft.entries.push({ kind: "notice", id: `event-${seq}`, tone, text });
}

function because(reason: unknown): string {
  const text = readOptional(reason);
  return text === null ? "" : ` (${text})`;
}

function rateLimitText(data: EventData["rate_limit.hit"]): string {
  const wait = readNumber(data.retryAfterMs);
  const when = wait === null ? "shortly" : `in ${Math.max(1, Math.round(wait / 1000))} s`;
  return `${readString(data.provider) || "The provider"} asked to slow down; trying again ${when}.`;
}

function addUsage(sum: UsageSum | null, data: EventData["usage.reported"]): UsageSum {
  const cost = readNumber(data.costUsd);
  return {
    inputTokens: (sum?.inputTokens ?? 0) + (readNumber(data.inputTokens) ?? 0),
    outputTokens: (sum?.outputTokens ?? 0) + (readNumber(data.outputTokens) ?? 0),
    cachedInputTokens: (sum?.cachedInputTokens ?? 0) + (readNumber(data.cachedInputTokens) ?? 0),
    reasoningTokens: (sum?.reasoningTokens ?? 0) + (readNumber(data.reasoningTokens) ?? 0),
    costUsd: cost === null ? (sum?.costUsd ?? null) : (sum?.costUsd ?? 0) + cost,
  };
}

function readError(value: unknown): { code: string; message: string; retryable: boolean } {
  const raw = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  return {
    code: readOptional(raw["code"]) ?? "unknown",
    message: readOptional(raw["message"]) ?? "The run failed.",
    retryable: raw["retryable"] === true,
  };
}
