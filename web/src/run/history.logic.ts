import type { Message, Run } from "../contract/api";
import { readArguments, readString, readStrings, readText } from "../contract/reading";
import { catalogueName } from "./toolLabels.logic";
import { planSteps, toolOutcome, type Entry, type Phase } from "./entries";
import { emptyTool } from "./applyTool";

/** Rebuilds from a stored message what its run has shown, so that history and the live view are drawn alike. */
export function entriesOfMessage(message: Message): Entry[] {
  const entries: Entry[] = [];
  message.parts.forEach((part, index) => {
    const id = `${message.id}-${index}`;
    switch (part.type) {
      case "text": {
        const { text, ref } = readText(part.text);
        if (text !== "") entries.push({ kind: "text", id, turn: 0, text, ref });
        return;
      }
      case "reasoning": {
        const text = readString(part.text);
        if (text !== "") entries.push({ kind: "reasoning", id, turn: 0, text, startedAt: "", endedAt: "" });
        return;
      }
      case "tool_call":
        pushCall(entries, id, part);
        return;
      case "tool_result":
        settleCall(entries, id, part);
        return;
      default:
        entries.push({ kind: "unknown", id, type: readString((part as { type: unknown }).type) });
    }
  });
  return entries;
}

function pushCall(entries: Entry[], id: string, part: { callId: string; tool: string; arguments: unknown }): void {
  const args = readArguments(part.arguments);
  const values = typeof args.value === "object" && args.value !== null ? (args.value as Record<string, unknown>) : {};
  if (catalogueName(part.tool) === "plan.update") {
    const plan = entries.findIndex((entry) => entry.kind === "plan");
    const steps = planSteps(values["steps"]);
    if (plan === -1) entries.push({ kind: "plan", id, steps });
    else entries[plan] = { kind: "plan", id: entries[plan]?.id ?? id, steps };
  }
  if (catalogueName(part.tool) === "ask_user") {
    entries.push({
      kind: "question",
      id: `${id}-question`,
      questionId: part.callId,
      callId: part.callId,
      questionKind: "user",
      question: readString(values["question"]),
      choices: readStrings(values["choices"]),
      answer: null,
      answered: false,
    });
  }
  entries.push({ ...emptyTool(id, part.callId, 0), tool: part.tool, arguments: args.value, argumentsRef: args.ref });
}

function settleCall(
  entries: Entry[],
  id: string,
  part: { callId: string; tool: string; outcome: string; preview: unknown; artifactId?: string | null },
): void {
  let index = entries.findIndex((entry) => entry.kind === "tool" && entry.callId === part.callId);
  if (index === -1) index = entries.push({ ...emptyTool(id, part.callId, 0), tool: part.tool }) - 1;
  const call = entries[index];
  if (call?.kind !== "tool") return;
  const { text, ref } = readText(part.preview);
  const question = entries.findIndex((entry) => entry.kind === "question" && entry.callId === part.callId);
  const asked = entries[question];
  if (asked?.kind === "question" && part.outcome === "ok") entries[question] = { ...asked, answered: true, answer: text };
  entries[index] = { ...call, state: toolOutcome(part.outcome), preview: text, previewRef: ref, artifactId: part.artifactId ?? null };
}

/** The phase that a stored run is in, for runs whose events this page has not read. */
export function phaseOfRun(run: Run): Phase {
  switch (run.status) {
    case "queued":
      return { name: "queued" };
    case "leased":
    case "running":
      return { name: "running" };
    case "waiting_approval":
      return { name: "waiting", on: "approval" };
    case "waiting_user":
      return { name: "waiting", on: "user" };
    case "waiting_child":
      return { name: "waiting", on: "child" };
    case "waiting_slot":
      return { name: "waiting", on: "slot" };
    case "cancelling":
      return { name: "cancelling" };
    case "completed":
    case "failed":
    case "cancelled":
    case "interrupted":
      return { name: "ended", outcome: run.status, error: run.error ?? null, reason: null };
  }
}
