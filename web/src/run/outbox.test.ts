import { expect, test, vi } from "vitest";
import type { SendReceipt } from "../contract/api";
import { Outbox } from "./outbox";

function receipt(runId: string): SendReceipt {
  return { messageId: `msg_${runId}`, runId, status: "queued", position: 0 };
}

async function settled(): Promise<void> {
  for (let tick = 0; tick < 30; tick += 1) await Promise.resolve();
}

function outbox(send: (conversationId: string, text: string, key: string) => Promise<SendReceipt>) {
  let keys = 0;
  const onSent = vi.fn();
  return { onSent, box: new Outbox({ send, newKey: () => `key-${++keys}`, explain: () => "why", onSent }) };
}

test("a message tried again keeps its key, so that it stays one run", async () => {
  const keys: string[] = [];
  let fail = true;
  const { box } = outbox((_, __, key) => {
    keys.push(key);
    return fail ? Promise.reject(new Error("down")) : Promise.resolve(receipt("run_1"));
  });
  box.add("c", "hello");
  await settled();
  expect(box.of("c")).toEqual([{ key: "key-1", text: "hello", state: "failed", runId: null, problem: "why" }]);
  fail = false;
  box.resend("c", "key-1");
  await settled();
  expect(keys).toEqual(["key-1", "key-1"]);
  expect(box.of("c")).toMatchObject([{ state: "sent", runId: "run_1", problem: null }]);
});

test("messages of one conversation are sent in the order they were written, one at a time", async () => {
  const open: (() => void)[] = [];
  const begun: string[] = [];
  const { box } = outbox((_, text) => {
    begun.push(text);
    return new Promise((resolve) => open.push(() => resolve(receipt(text))));
  });
  box.add("c", "one");
  box.add("c", "two");
  await settled();
  expect(begun).toEqual(["one"]);
  open[0]?.();
  await settled();
  expect(begun).toEqual(["one", "two"]);
});

test("a message that the list shows is forgotten; one that failed stays until it is taken back", async () => {
  const { box } = outbox((_, text) => (text === "bad" ? Promise.reject(new Error("no")) : Promise.resolve(receipt("run_1"))));
  box.add("c", "good");
  box.add("c", "bad");
  await settled();
  box.settle("c", new Set(["run_1"]));
  expect(box.of("c").map((send) => send.text)).toEqual(["bad"]);
  expect(box.takeBack("c", "key-1")).toBeNull();
  expect(box.takeBack("c", "key-2")).toBe("bad");
  expect(box.of("c")).toEqual([]);
});
