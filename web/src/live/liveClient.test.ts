import { beforeEach, expect, test, vi } from "vitest";
import type { RunEvent } from "../contract/envelope";
import { LiveClient, type LiveSocket, type LiveState } from "./liveClient";

class FakeSocket implements LiveSocket {
  readonly sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  deliver(frame: unknown): void {
    this.onmessage?.({ data: typeof frame === "string" ? frame : JSON.stringify(frame) });
  }
}

let sockets: FakeSocket[];
let states: LiveState[];
let events: RunEvent[];
let gaps: [string, number][];
let lasts: [string, number][];
let reconnected: number;
let refuse: boolean;

function client(): LiveClient {
  return new LiveClient({
    connect: () => {
      if (refuse) return Promise.reject(new Error("no ticket"));
      const socket = new FakeSocket();
      sockets.push(socket);
      return Promise.resolve(socket);
    },
    onEvent: (event) => events.push(event),
    onGap: (runId, to) => gaps.push([runId, to]),
    onSubscribed: (runId, last) => lasts.push([runId, last]),
    onState: (state) => states.push(state),
    onReconnected: () => (reconnected += 1),
    random: () => 1,
  });
}

/** The socket made last, opened. */
async function open(): Promise<FakeSocket> {
  await vi.advanceTimersByTimeAsync(0);
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error("no socket was made");
  socket.onopen?.();
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  events = [];
  gaps = [];
  lasts = [];
  reconnected = 0;
  refuse = false;
  return () => vi.useRealTimers();
});

test("it subscribes from where each reader stands, and again after a clean close", async () => {
  const live = client();
  let applied = 40;
  live.watchRun("run_1", () => applied);
  live.watchConversation("conv_1");
  live.start();
  const first = await open();
  expect(first.sent).toEqual([
    { action: "subscribe", conversationId: "conv_1" },
    { action: "subscribe", runId: "run_1", after: 40 },
  ]);
  applied = 55;
  first.onclose?.();
  expect(states).toEqual(["connecting", "open", "reconnecting"]);
  await vi.advanceTimersByTimeAsync(250);
  const second = await open();
  expect(second.sent).toContainEqual({ action: "subscribe", runId: "run_1", after: 55 });
  expect(states.at(-1)).toBe("open");
  expect(reconnected).toBe(1);
});

test("events, gaps and subscriptions are passed on; what cannot be read is not", async () => {
  const live = client();
  live.start();
  const socket = await open();
  socket.deliver({ kind: "event", runId: "run_1", seq: 7, type: "content.delta", at: "t", attempt: 1, data: { text: "a" } });
  socket.deliver({ kind: "event", runId: "run_1", seq: 0, type: "content.delta" });
  socket.deliver("not json");
  socket.deliver({ kind: "gap", runId: "run_1", from: 8, to: 99 });
  socket.deliver({ kind: "subscribed", runId: "run_1", lastSeq: 120 });
  socket.deliver({ kind: "error", code: "nope" });
  expect(events.map((event) => event.seq)).toEqual([7]);
  expect(gaps).toEqual([["run_1", 99]]);
  expect(lasts).toEqual([["run_1", 120]]);
});

test("tries come ever more slowly but never slower than every four seconds", async () => {
  const live = client();
  refuse = true;
  live.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(["connecting", "reconnecting"]);
  await vi.advanceTimersByTimeAsync(250 + 500 + 1_000 + 2_000);
  refuse = false;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sockets).toHaveLength(1);
});

test("a connection that is silent though it was asked is given up", async () => {
  const live = client();
  live.start();
  const socket = await open();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(socket.sent).toContainEqual({ action: "ping" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(socket.closed).toBe(true);
  expect(states.at(-1)).toBe("reconnecting");
});

test("a pong keeps it", async () => {
  const live = client();
  live.start();
  const socket = await open();
  await vi.advanceTimersByTimeAsync(15_000);
  socket.deliver({ kind: "pong" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(states.at(-1)).toBe("open");
});

test("a socket that never opens is given up", async () => {
  const live = client();
  live.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states).toEqual(["connecting", "reconnecting"]);
});

test("what an abandoned socket still says is not heard", async () => {
  const live = client();
  live.start();
  const first = await open();
  first.onclose?.();
  await vi.advanceTimersByTimeAsync(250);
  await open();
  first.deliver({ kind: "event", runId: "run_1", seq: 7, type: "content.delta", data: {} });
  expect(events).toEqual([]);
});

test("a nudge connects at once", async () => {
  const live = client();
  live.start();
  const first = await open();
  first.onclose?.();
  live.nudge();
  await open();
  expect(sockets).toHaveLength(2);
});

test("an open socket is asked whether it lives when the page is looked at again", async () => {
  const live = client();
  live.start();
  const socket = await open();
  live.nudge();
  live.nudge();
  expect(socket.sent).toEqual([{ action: "ping" }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(states.at(-1)).toBe("reconnecting");
});

test("without a network the socket is given up at once", async () => {
  const live = client();
  live.start();
  const socket = await open();
  live.drop();
  expect(socket.closed).toBe(true);
  expect(states).toEqual(["connecting", "open", "reconnecting"]);
});

test("stopped means closed, without another try", async () => {
  const live = client();
  live.start();
  const socket = await open();
  live.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(socket.closed).toBe(true);
  expect(sockets).toHaveLength(1);
  expect(states.at(-1)).toBe("closed");
});
