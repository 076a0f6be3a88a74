import { describe, expect, test } from "vitest";
import { sequence, RUN } from "../testing/events";
import { emptyTool } from "./applyTool";
import type { Entry, Phase, ToolState } from "./entries";
import { reduceRun } from "./reducer";
import { emptyRun } from "./runView";
import { countdown, timelineRows, usageLine } from "./timelineRows.logic";
import { exitCode, toolLabel } from "./toolLabels.logic";

const running: Phase = { name: "running" };

function rows(entries: readonly Entry[], phase: Phase = running) {
  return timelineRows({ runId: RUN, entries, phase });
}

function call(tool: string, state: ToolState, args: Record<string, unknown> = {}): Entry {
  return { ...emptyTool("event-1", "call_1", 1), tool, state, arguments: args };
}

describe("labels", () => {
  test.each<[ToolState, string]>([
    ["proposed", "Run"],
    ["waiting", "Run"],
    ["running", "Running"],
    ["ok", "Ran"],
    ["error", "Failed: run"],
    ["timeout", "Timed out: run"],
    ["denied", "Declined: run"],
    ["cancelled", "Stopped: run"],
    ["skipped", "Skipped: run"],
  ])("a command that is %s reads “%s”", (state, verb) => {
    expect(toolLabel({ tool: "shell.exec", state, arguments: { command: "ls" } })).toEqual({ verb, subject: "ls", code: true });
  });

  test("a name written with an underscore is the same tool", () => {
    expect(toolLabel({ tool: "fs_read", state: "ok", arguments: { path: "a.txt" } })).toEqual({
      verb: "Read",
      subject: "a.txt",
      code: true,
    });
  });

  test("an unknown tool is named, not guessed at", () => {
    expect(toolLabel({ tool: "weather", state: "ok", arguments: {} })).toEqual({ verb: "Used", subject: "weather", code: true });
  });

  test("a tool named like a property of objects is only a name", () => {
    expect(toolLabel({ tool: "constructor", state: "running", arguments: {} }).verb).toBe("Using");
  });

  test("what a label hides is spelled out", () => {
    expect(toolLabel({ tool: "shell.exec", state: "ok", arguments: { command: "ls\u202e" } }).subject).toBe("ls\\u{202e}");
  });

  test.each([
    ["exit code: 3\nstdout", 3],
    ['{"exitCode":0}', 0],
    ["exitCode=-1", -1],
    ["no such thing", null],
  ])("the exit code in %j is %s", (preview, code) => {
    expect(exitCode({ tool: "shell.exec", preview })).toBe(code);
  });
});

describe("rows", () => {
  test("growing text is live and says that it is being written", () => {
    expect(rows([{ kind: "text", id: "event-4", turn: 1, text: "a", ref: null }])).toEqual([
      { kind: "entry", id: "event-4", entry: { kind: "text", id: "event-4", turn: 1, text: "a", ref: null }, live: true },
      { kind: "working", id: `${RUN}-working`, label: "Writing" },
    ]);
  });

  test("only a terminal phase takes the sign of work away", () => {
    const phases: Phase[] = [running, { name: "cancelling" }, { name: "waiting", on: "slot" }, { name: "waiting", on: "child" }];
    for (const phase of phases) expect(rows([], phase).some((row) => row.kind === "working")).toBe(true);
    const ended: Phase = { name: "ended", outcome: "completed", error: null, reason: null };
    expect(rows([], ended)).toEqual([]);
  });

  test("a running call is its own sign of work", () => {
    expect(rows([call("shell.exec", "running")]).map((row) => row.kind)).toEqual(["tool"]);
  });

  test("the plan's and the question's cards stand for the calls behind them", () => {
    const view = reduceRun(emptyRun(RUN), {
      type: "events",
      events: sequence([
        ["run.queued", {}],
        ["turn.started", { turn: 1 }],
        ["tool.proposed", { callId: "a", tool: "plan.update", arguments: { steps: [] } }],
        ["plan.updated", { steps: [{ title: "s", status: "pending" }] }],
        ["tool.finished", { callId: "a", outcome: "ok", preview: "" }],
        ["tool.proposed", { callId: "b", tool: "ask_user", arguments: { question: "Which?" } }],
        ["question.asked", { questionId: "q", callId: "b", kind: "user", question: "Which?" }],
        ["run.waiting", { on: "user" }],
      ]),
    });
    expect(rows(view.entries, view.phase).map((row) => (row.kind === "entry" ? row.entry.kind : row.kind))).toEqual(["plan", "question"]);
  });

  test("the artifact of a call's result is reached from the call, any other has a row", () => {
    const artifact = (artifactId: string): Entry => ({
      kind: "artifact",
      id: artifactId,
      artifactId,
      name: "n",
      mediaType: "text/plain",
      bytes: 1,
    });
    const finished: Entry = { ...emptyTool("event-1", "call_1", 1), tool: "shell.exec", state: "ok", artifactId: "art_1" };
    const ended: Phase = { name: "ended", outcome: "completed", error: null, reason: null };
    expect(rows([artifact("art_1"), finished, artifact("art_2")], ended).map((row) => row.id)).toEqual(["event-1", "art_2"]);
  });

  test("a call that is about to run is not called thinking", () => {
    expect(rows([call("shell.exec", "proposed")]).at(-1)).toMatchObject({ kind: "working", label: "Starting the next step" });
  });

  test("a failed run says what to do next", () => {
    const phase: Phase = {
      name: "ended",
      outcome: "failed",
      error: { code: "provider_rate_limited", message: "429", retryable: true },
      reason: null,
    };
    expect(rows([], phase)).toEqual([
      expect.objectContaining({
        kind: "ending",
        tone: "error",
        title: "This run failed",
        detail: "429",
        next: expect.stringContaining("send the message again") as string,
      }),
    ]);
  });

  test("a stopped run is no error", () => {
    expect(rows([], { name: "ended", outcome: "cancelled", error: null, reason: null })).toEqual([
      expect.objectContaining({ kind: "ending", tone: "muted", title: "Stopped" }),
    ]);
  });
});

test.each([
  [-1, "expired"],
  [900, "1 s left"],
  [61_000, "2 min left"],
  [7_200_000, "2 h left"],
  [259_200_000, "3 days left"],
])("%s ms are “%s”", (ms, words) => {
  expect(countdown(ms)).toBe(words);
});

test("the usage line leaves out what is not known", () => {
  expect(usageLine(null, null)).toBe("");
  expect(usageLine({ inputTokens: 12_345, outputTokens: 67, costUsd: null }, 3_240)).toBe("3.2 s · 12k tokens in · 67 out");
  expect(usageLine({ inputTokens: 10, outputTokens: 1, costUsd: 0.001 }, null)).toBe("10 tokens in · 1 out · under $0.01");
});
