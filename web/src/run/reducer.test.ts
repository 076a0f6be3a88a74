import { describe, expect, test } from "vitest";
import type { RunEvent } from "../contract/envelope";
import { event, RUN, sequence } from "../testing/events";
import type { TextEntry, ToolEntry } from "./entries";
import { hasEnded, missingRange, reduceRun } from "./reducer";
import { OUTPUT_LIMIT } from "./applyTool";
import { emptyRun, type RunView } from "./runView";

function apply(events: readonly RunEvent[], from: RunView = emptyRun(RUN)): RunView {
  return reduceRun(from, { type: "events", events });
}

function textOf(view: RunView): string {
  return view.entries.flatMap((entry) => (entry.kind === "text" ? [entry.text] : [])).join("|");
}

function tool(view: RunView): ToolEntry {
  const found = view.entries.find((entry) => entry.kind === "tool");
  if (found === undefined) throw new Error("no tool entry");
  return found;
}

const start: readonly (readonly [string, Record<string, unknown>?])[] = [
  ["run.queued", { conversationId: "conv_1", messageId: "msg_1" }],
  ["run.started"],
  ["turn.started", { turn: 1 }],
];

describe("order", () => {
  test("events that were seen are ignored", () => {
    const once = apply(sequence([...start, ["content.delta", { text: "a" }], ["content.delta", { text: "b" }]]));
    const twice = apply(sequence([...start, ["content.delta", { text: "a" }], ["content.delta", { text: "b" }]]), once);
    expect(twice).toBe(once);
    expect(textOf(twice)).toBe("ab");
  });

  test("an event after a gap is held and shown once the gap is filled", () => {
    const all = sequence([...start, ["content.delta", { text: "a" }], ["content.delta", { text: "b" }], ["content.delta", { text: "c" }]]);
    const holed = apply([...all.slice(0, 4), ...all.slice(5)]);
    expect(textOf(holed)).toBe("a");
    expect(missingRange(holed)).toEqual({ from: 5, to: 5 });
    const whole = apply(all.slice(4, 5), holed);
    expect(textOf(whole)).toBe("abc");
    expect(whole.held).toEqual([]);
    expect(missingRange(whole)).toBeNull();
  });

  test("whatever order and however often they come, the result is that of 1..60 in order", () => {
    const all = sequence([...start, ...Array.from({ length: 57 }, (_, at) => ["content.delta", { text: `${at},` }] as const)]);
    const inOrder = apply(all);
    let view = apply(all.slice(0, 40));
    for (const live of all.slice(55)) view = apply([live], view);
    expect(view.appliedSeq).toBe(40);
    view = apply(all.slice(40, 52), view);
    view = apply(all.slice(49, 52), view);
    view = apply(all.slice(52, 55).reverse(), view);
    expect(view).toEqual(inOrder);
    expect(view.appliedSeq).toBe(60);
  });

  test("events of another run change nothing", () => {
    const view = emptyRun("run_other");
    expect(apply(sequence(start), view)).toBe(view);
  });

  test("a known last event that has not come is missing", () => {
    const view = reduceRun(apply(sequence(start)), { type: "lastSeq", lastSeq: 9 });
    expect(missingRange(view)).toEqual({ from: 4, to: 9 });
  });
});

describe("ending", () => {
  test.each([
    ["run.completed", { finishReason: "stop" }, "completed"],
    ["run.failed", { error: { code: "x", message: "m", retryable: true } }, "failed"],
    ["run.cancelled", { by: "u" }, "cancelled"],
    ["run.interrupted", { reason: "r" }, "interrupted"],
  ])("%s ends the run", (type, data, outcome) => {
    const view = apply(sequence([...start, [type, data]]));
    expect(view.phase).toMatchObject({ name: "ended", outcome });
  });

  test("nothing but a terminal event ends it", () => {
    const types = [
      "message.completed",
      "tool.finished",
      "run.cancelling",
      "attempt.interrupted",
      "run.waiting",
      "usage.reported",
      "run.resumed",
      "run.sealed",
    ];
    const view = apply(sequence([...start, ...types.map((type) => [type, { callId: "c", messageId: "m", text: "t" }] as const)]));
    expect(hasEnded(view)).toBe(false);
  });

  test("what comes after the end changes neither outcome nor text", () => {
    const ended = apply(sequence([...start, ["content.delta", { text: "a" }], ["run.cancelled", { by: "u" }]]));
    const later = apply([event(6, "content.delta", { text: "late" }), event(7, "run.completed", {})], ended);
    expect(later.phase).toEqual(ended.phase);
    expect(textOf(later)).toBe("a");
  });

  test("a call that was open when the run ended is shown as stopped", () => {
    const view = apply(
      sequence([
        ...start,
        ["tool.proposed", { callId: "c", tool: "shell.exec", arguments: {} }],
        ["tool.started", { callId: "c" }],
        ["run.cancelled"],
      ]),
    );
    expect(tool(view).state).toBe("cancelled");
  });
});

describe("content", () => {
  test("an unknown type gives a neutral entry and later events are still applied", () => {
    const view = apply(sequence([...start, ["weather.changed", { sky: "blue" }], ["content.delta", { text: "a" }]]));
    expect(view.entries[0]).toEqual({ kind: "unknown", id: "event-4", type: "weather.changed" });
    expect(textOf(view)).toBe("a");
  });

  test("a restarted turn voids what was streamed of it and keeps earlier turns", () => {
    const view = apply(
      sequence([
        ...start,
        ["content.delta", { text: "kept" }],
        ["turn.started", { turn: 2 }],
        ["content.delta", { text: "void" }],
        ["reasoning.delta", { text: "void" }],
        ["turn.restarted", { turn: 2, reason: "stream" }],
        ["content.delta", { text: "anew" }],
      ]),
    );
    expect(textOf(view)).toBe("kept|anew");
    expect(view.entries.some((entry) => entry.kind === "reasoning")).toBe(false);
  });

  test("a completed message repeats nothing that was streamed", () => {
    const view = apply(
      sequence([
        ...start,
        ["content.delta", { text: "Hello " }],
        ["content.delta", { text: "you" }],
        ["message.completed", { messageId: "m", text: "Hello you" }],
      ]),
    );
    expect(textOf(view)).toBe("Hello you");
  });

  test("a completed message of several turns repeats none of them", () => {
    const view = apply(
      sequence([
        ...start,
        ["content.delta", { text: "One." }],
        ["tool.proposed", { callId: "c", tool: "fs.list", arguments: {} }],
        ["turn.started", { turn: 2 }],
        ["content.delta", { text: "Two." }],
        ["message.completed", { messageId: "m", text: "One.\n\nTwo." }],
      ]),
    );
    expect(textOf(view)).toBe("One.|Two.");
  });

  test("a completed message that was not streamed is shown", () => {
    const view = apply(sequence([...start, ["message.completed", { messageId: "m", text: "All at once" }]]));
    expect(textOf(view)).toBe("All at once");
  });

  test("a text too large for the log keeps its reference", () => {
    const dataRef = { artifactId: "art_1", bytes: 99_999, sha256: "s", head: "The head" };
    const view = apply(sequence([...start, ["message.completed", { messageId: "m", text: { dataRef } }]]));
    expect(view.entries[0]).toMatchObject({ kind: "text", text: "The head", ref: dataRef } satisfies Partial<TextEntry>);
  });

  test("usage adds up", () => {
    const view = apply(
      sequence([
        ...start,
        ["usage.reported", { inputTokens: 10, outputTokens: 2, costUsd: 0.1 }],
        ["usage.reported", { inputTokens: 5, outputTokens: 1, costUsd: null }],
      ]),
    );
    expect(view.usage).toEqual({ inputTokens: 15, outputTokens: 3, cachedInputTokens: 0, reasoningTokens: 0, costUsd: 0.1 });
  });

  test("the plan is one card that changes", () => {
    const view = apply(
      sequence([
        ...start,
        ["plan.updated", { steps: [{ title: "a", status: "pending" }] }],
        ["plan.updated", { steps: [{ title: "a", status: "done" }] }],
      ]),
    );
    expect(view.entries).toEqual([{ kind: "plan", id: "event-4", steps: [{ title: "a", status: "done" }] }]);
  });
});

describe("calls", () => {
  const proposed: readonly (readonly [string, Record<string, unknown>?])[] = [
    ...start,
    ["tool.proposed", { callId: "c", tool: "shell.exec", arguments: { command: "ls" }, argumentsHash: "h", decision: "ask", reason: "r" }],
    ["approval.requested", { approvalId: "appr_1", callId: "c", argumentsHash: "h", expiresAt: "2026-01-01T00:15:00.000Z" }],
    ["run.waiting", { on: "approval" }],
  ];

  test("a call that asks waits, with what the decision is bound to", () => {
    const view = apply(sequence(proposed));
    expect(view.phase).toEqual({ name: "waiting", on: "approval" });
    expect(tool(view)).toMatchObject({
      state: "waiting",
      arguments: { command: "ls" },
      approval: { approvalId: "appr_1", argumentsHash: "h", decision: null },
    });
  });

  test("an approved call is not shown as running before it runs", () => {
    const view = apply(sequence([...proposed, ["approval.decided", { approvalId: "appr_1", decision: "approved", by: "u" }]]));
    expect(tool(view)).toMatchObject({ state: "proposed", approval: { decision: "approved", by: "u" } });
    expect(tool(apply([event(8, "tool.started", { callId: "c", executor: "sandbox" })], view)).state).toBe("running");
  });

  test.each(["denied", "expired", "withdrawn"])("a call whose approval was %s does not look as if it ran", (decision) => {
    const view = apply(sequence([...proposed, ["approval.decided", { approvalId: "appr_1", decision, by: "u" }]]));
    expect(tool(view).state).toBe("denied");
  });

  test("an outcome this client does not know is no success", () => {
    const view = apply(sequence([...proposed, ["tool.finished", { callId: "c", outcome: "vanished", preview: "" }]]));
    expect(tool(view).state).toBe("error");
  });

  test("live output keeps its tail, counts what it dropped and splits no character", () => {
    const chunk = "😀".repeat(500);
    const many = Array.from({ length: 100 }, () => ["tool.output", { callId: "c", stream: "stdout", text: chunk }] as const);
    const { output } = tool(apply(sequence([...proposed, ...many])));
    expect(output.text.length).toBeLessThanOrEqual(OUTPUT_LIMIT);
    expect(output.text.length + output.dropped).toBe(100 * chunk.length);
    expect(output.text.isWellFormed()).toBe(true);
  });

  test("questions are answered in place", () => {
    const view = apply(
      sequence([
        ...start,
        ["question.asked", { questionId: "q", kind: "review", question: "Did it?", choices: ["happened"] }],
        ["question.answered", { questionId: "q", answer: "happened", by: "u" }],
      ]),
    );
    expect(view.entries).toEqual([
      {
        kind: "question",
        id: "question-q",
        questionId: "q",
        callId: null,
        questionKind: "review",
        question: "Did it?",
        choices: ["happened"],
        answer: "happened",
        answered: true,
      },
    ]);
  });
});
