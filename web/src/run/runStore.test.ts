import { expect, test, vi } from "vitest";
import type { EventPage } from "../api/metis";
import type { RunEvent } from "../contract/envelope";
import { RUN, sequence } from "../testing/events";
import { RunStore } from "./runStore";

const log = sequence([
  ["run.queued", { conversationId: "c" }],
  ["run.started"],
  ["turn.started", { turn: 1 }],
  ...Array.from({ length: 56 }, (_, at) => ["content.delta", { text: `${at},` }] as const),
  ["run.completed", { finishReason: "stop" }],
]);

/** A server that has `log` up to `known` and answers in pages of `size`. */
function server(known = log.length, size = 1000) {
  return vi.fn((_runId: string, after: number): Promise<EventPage> => {
    const events = log.slice(after, Math.min(known, after + size));
    return Promise.resolve({ events, lastSeq: known, terminal: known === log.length });
  });
}

/** Timers run when the test says so. */
function manual() {
  let due: (() => void)[] = [];
  return {
    later: (run: () => void) => void due.push(run),
    async settle() {
      for (let round = 0; round < 50; round += 1) {
        const now = due;
        due = [];
        now.forEach((run) => run());
        for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
        if (due.length === 0) return;
      }
      throw new Error("timers never settle");
    },
  };
}

test("after a reconnect the replay is asked for from the last event applied, and all are shown once in order", async () => {
  const fetchEvents = server();
  const timers = manual();
  const ended = vi.fn();
  const store = new RunStore({ fetchEvents, later: timers.later, onEnded: ended });
  log.slice(0, 40).forEach((event) => store.receive(event));
  await timers.settle();
  expect(fetchEvents).not.toHaveBeenCalled();
  log.slice(55).forEach((event) => store.receive(event));
  log.slice(49, 52).forEach((event) => store.receive(event));
  expect(store.appliedSeq(RUN)).toBe(40);
  await timers.settle();
  expect(fetchEvents.mock.calls).toEqual([[RUN, 40]]);
  expect(store.appliedSeq(RUN)).toBe(60);
  const direct = new RunStore({ fetchEvents, later: timers.later });
  await direct.load(RUN);
  expect(store.view(RUN)).toEqual(direct.view(RUN));
  expect(ended).toHaveBeenCalledTimes(1);
});

test("a long log is read page by page", async () => {
  const fetchEvents = server(log.length, 25);
  const timers = manual();
  const store = new RunStore({ fetchEvents, later: timers.later });
  await store.load(RUN);
  expect(fetchEvents.mock.calls.map(([, after]) => after)).toEqual([0, 25, 50]);
  expect(store.isLoaded(RUN)).toBe(true);
});

test("what the server says to have is fetched", async () => {
  const fetchEvents = server(12);
  const timers = manual();
  const store = new RunStore({ fetchEvents, later: timers.later });
  store.expect(RUN, 12);
  await timers.settle();
  expect(store.appliedSeq(RUN)).toBe(12);
});

test("a failed fetch is tried again, and the hole is never skipped", async () => {
  const working = server();
  let failures = 2;
  const fetchEvents = vi.fn((runId: string, after: number) => (failures-- > 0 ? Promise.reject(new Error("down")) : working(runId, after)));
  const timers = manual();
  const store = new RunStore({ fetchEvents, later: timers.later });
  store.receive(log[0] as RunEvent);
  store.receive(log[9] as RunEvent);
  expect(store.appliedSeq(RUN)).toBe(1);
  await timers.settle();
  expect(fetchEvents).toHaveBeenCalledTimes(3);
  expect(store.appliedSeq(RUN)).toBe(60);
});

test("a server that claims events and gives none is not asked in a loop", async () => {
  const fetchEvents = vi.fn(() => Promise.resolve({ events: [], lastSeq: 9, terminal: false }));
  const store = new RunStore({ fetchEvents, later: () => undefined });
  await expect(store.load(RUN)).rejects.toThrow(/No event after 0/);
  expect(fetchEvents).toHaveBeenCalledTimes(1);
});

test("an unknown run makes itself known once", () => {
  const discovered = vi.fn();
  const store = new RunStore({ fetchEvents: server(), later: () => undefined, onDiscovered: discovered });
  store.receive(log[0] as RunEvent);
  store.receive(log[1] as RunEvent);
  expect(discovered.mock.calls).toEqual([[RUN]]);
});
