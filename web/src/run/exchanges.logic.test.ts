import { expect, test } from "vitest";
import type { Message, MessagePart, Run, RunStatus } from "../contract/api";
import { sequence } from "../testing/events";
import { activeExchange, exchangesOf, keepUnchanged, type ExchangesInput, type PendingSend } from "./exchanges.logic";
import { reduceRun } from "./reducer";
import { emptyRun } from "./runView";

function run(id: string, status: RunStatus): Run {
  return {
    id,
    conversationId: "conv_1",
    status,
    version: 1,
    attempt: 1,
    provider: "script",
    model: "demo",
    profile: "developer",
    mode: "full",
    createdAt: "2026-01-01T00:00:00.000Z",
    startedAt: null,
    finishedAt: null,
    lastSeq: 1,
    usage: null,
    pending: { approvals: [], questions: [], children: [] },
  };
}

function message(runId: string, role: "user" | "assistant", parts: MessagePart[]): Message {
  return { id: `msg_${role}_${runId}`, conversationId: "conv_1", role, runId, createdAt: "2026-01-01T00:00:00.000Z", parts };
}

function input(change: Partial<ExchangesInput>): ExchangesInput {
  return { messages: [], runs: [], viewOf: () => null, isLoaded: () => false, pending: [], ...change };
}

const text = (value: string): MessagePart => ({ type: "text", text: value });

test("history and events of the same run give the same rows", () => {
  const events = sequence([
    ["run.queued", { conversationId: "conv_1" }],
    ["turn.started", { turn: 1 }],
    ["reasoning.delta", { text: "hm" }],
    ["content.delta", { text: "Looking." }],
    ["tool.proposed", { callId: "c", tool: "fs.list", arguments: { path: "." } }],
    ["tool.started", { callId: "c" }],
    ["tool.finished", { callId: "c", outcome: "ok", preview: "a.txt" }],
    ["turn.started", { turn: 2 }],
    ["content.delta", { text: "Done." }],
    ["run.completed", {}],
  ]);
  const view = reduceRun(emptyRun("run_01"), { type: "events", events });
  const messages = [
    message("run_01", "user", [text("go")]),
    message("run_01", "assistant", [
      { type: "reasoning", text: "hm" },
      text("Looking."),
      { type: "tool_call", callId: "c", tool: "fs.list", arguments: { path: "." } },
      { type: "tool_result", callId: "c", tool: "fs.list", outcome: "ok", preview: "a.txt" },
      text("Done."),
    ]),
  ];
  const essence = (exchanges: ReturnType<typeof exchangesOf>) =>
    exchanges.map((exchange) => [
      exchange.phase,
      exchange.entries.map((entry) => [
        entry.kind,
        entry.kind === "tool" ? [entry.state, entry.preview, entry.arguments] : "text" in entry ? entry.text : null,
      ]),
    ]);
  const stored = exchangesOf(input({ messages, runs: [run("run_01", "completed")] }));
  const live = exchangesOf(
    input({ messages: messages.slice(0, 1), runs: [run("run_01", "running")], viewOf: () => view, isLoaded: () => true }),
  );
  expect(essence(stored)).toEqual(essence(live));
  expect([stored[0]?.detailed, live[0]?.detailed]).toEqual([false, true]);
});

test("queued messages are counted behind the active one", () => {
  const messages = ["run_1", "run_2", "run_3", "run_4"].map((id) => message(id, "user", [text(id)]));
  const exchanges = exchangesOf(
    input({
      messages,
      runs: [run("run_1", "completed"), run("run_2", "waiting_approval"), run("run_3", "queued"), run("run_4", "queued")],
    }),
  );
  expect(exchanges.map((exchange) => [exchange.phase.name, exchange.ahead])).toEqual([
    ["ended", 0],
    ["waiting", 0],
    ["queued", 1],
    ["queued", 2],
  ]);
  expect(activeExchange(exchanges)?.runId).toBe("run_2");
});

test("a run that the list calls completed stays at work until its last event is here", () => {
  const view = reduceRun(emptyRun("run_01"), {
    type: "events",
    events: sequence([["run.queued", {}], ["run.started"], ["content.delta", { text: "half" }]]),
  });
  const exchanges = exchangesOf(
    input({
      messages: [message("run_01", "user", [text("go")])],
      runs: [run("run_01", "completed")],
      viewOf: () => view,
      isLoaded: () => true,
    }),
  );
  expect(exchanges[0]?.phase).toEqual({ name: "running" });
});

test("a message on its way is shown at once, and once only", () => {
  const send: PendingSend = { key: "k", text: "hello", state: "sent", runId: "run_9", problem: null };
  expect(exchangesOf(input({ pending: [send] }))).toMatchObject([{ text: "hello", runId: "run_9", pending: send }]);
  const exchanges = exchangesOf(
    input({ pending: [send], messages: [message("run_9", "user", [text("hello")])], runs: [run("run_9", "queued")] }),
  );
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]?.pending).toBeNull();
});

test("a message that was not sent keeps nobody waiting", () => {
  const failed: PendingSend = { key: "k", text: "hello", state: "failed", runId: null, problem: "down" };
  const sent: PendingSend = { key: "l", text: "again", state: "sent", runId: "run_2", problem: null };
  const exchanges = exchangesOf(input({ pending: [failed, sent] }));
  expect(exchanges.map((exchange) => exchange.ahead)).toEqual([0, 0]);
  expect(activeExchange(exchanges)?.runId).toBe("run_2");
});

test("a call without a result in an ended run was stopped with it", () => {
  const messages = [
    message("run_1", "user", [text("go")]),
    message("run_1", "assistant", [{ type: "tool_call", callId: "c", tool: "shell.exec", arguments: {} }]),
  ];
  expect(exchangesOf(input({ messages, runs: [run("run_1", "cancelled")] }))[0]?.entries).toMatchObject([
    { kind: "tool", state: "cancelled" },
  ]);
});

test("questions and plans of history are cards, not calls", () => {
  const messages = [
    message("run_1", "user", [text("go")]),
    message("run_1", "assistant", [
      { type: "tool_call", callId: "p", tool: "plan.update", arguments: { steps: [{ title: "a", status: "completed" }] } },
      { type: "tool_call", callId: "q", tool: "ask_user", arguments: { question: "Which?", choices: ["x"] } },
      { type: "tool_result", callId: "q", tool: "ask_user", outcome: "ok", preview: "x" },
    ]),
  ];
  expect(exchangesOf(input({ messages, runs: [run("run_1", "completed")] }))[0]?.entries).toMatchObject([
    { kind: "plan", steps: [{ title: "a", status: "done" }] },
    { kind: "tool", tool: "plan.update" },
    { kind: "question", question: "Which?", answered: true, answer: "x" },
    { kind: "tool", tool: "ask_user" },
  ]);
});

test("an exchange that has not changed stays the same object", () => {
  const messages = [
    message("run_1", "user", [text("one")]),
    message("run_1", "assistant", [text("uno")]),
    message("run_2", "user", [text("two")]),
  ];
  const first = exchangesOf(input({ messages, runs: [run("run_1", "completed"), run("run_2", "queued")] }));
  const second = keepUnchanged(first, exchangesOf(input({ messages, runs: [run("run_1", "completed"), run("run_2", "running")] })));
  expect(second[0]).toBe(first[0]);
  expect(second[1]).not.toBe(first[1]);
  expect(keepUnchanged(second, exchangesOf(input({ messages, runs: [run("run_1", "completed"), run("run_2", "running")] })))).toBe(second);
});
