import { describe, expect, test } from "vitest";
import type { Conversation } from "../contract/api";
import { tokenIn, takeToken } from "../routes/signIn.logic";
import { dayGroups } from "./dayGroups.logic";
import { diffIn, proposedDiff } from "./diff.logic";
import { titleOf } from "./title.logic";

describe("the sign-in link", () => {
  test("its token leaves the address bar, path and query stay", () => {
    history.replaceState(null, "", "/c/conv_1?x=1#token=abc%2Fd");
    expect(takeToken(window.location, window.history)).toBe("abc/d");
    expect(window.location.href).toMatch(/\/c\/conv_1\?x=1$/);
  });

  test("a broken token leaves it as well", () => {
    history.replaceState(null, "", "/#token=%");
    expect(takeToken(window.location, window.history)).toBeNull();
    expect(window.location.hash).toBe("");
  });

  test.each(["", "#", "#token=", "#other=1"])("%j holds none", (hash) => {
    expect(tokenIn(hash)).toBeNull();
  });
});

test("conversations are grouped by the day they were last touched", () => {
  const now = new Date(2026, 2, 30, 0, 30);
  const at = (id: string, date: Date) => ({ id, updatedAt: date.toISOString() }) as Conversation;
  const groups = dayGroups(
    [
      at("a", new Date(2026, 2, 30, 0, 10)),
      at("b", new Date(2026, 2, 29, 23, 50)),
      at("c", new Date(2026, 2, 25)),
      at("d", new Date(2026, 2, 10)),
      at("e", new Date(2025, 11, 1)),
      at("f", new Date(2025, 11, 2)),
    ],
    now,
  );
  expect(groups.map((group) => [group.label, group.conversations.map(({ id }) => id)])).toEqual([
    ["Today", ["a"]],
    ["Yesterday", ["b"]],
    ["This week", ["c"]],
    ["This month", ["d"]],
    ["December 2025", ["e", "f"]],
  ]);
});

test.each([
  ["  Hello   there\nsecond line", "Hello there"],
  ["😀".repeat(70), `${"😀".repeat(60)}…`],
  ["word ".repeat(30), "word word word word word word word word word word word word…"],
  ["", ""],
])("%j is titled", (text, title) => {
  expect(titleOf(text)).toBe(title);
});

describe("diffs", () => {
  test("one inside a result's text is found and counted", () => {
    const diff = diffIn("edited a.py, hash 12\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n\nhash: 34\n");
    expect(diff).toMatchObject({ added: 1, removed: 1 });
    expect(diff?.hunks[0]?.lines).toEqual([
      { kind: "removed", oldLine: 1, newLine: null, text: "old" },
      { kind: "added", oldLine: null, newLine: 1, text: "new" },
      { kind: "context", oldLine: 2, newLine: 2, text: "same" },
    ]);
  });

  test.each(["", "plain text", "--- a\n+++ b\nno hunk", "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-cut off in the mid"])("%j is none", (text) => {
    expect(diffIn(text)).toBeNull();
  });

  test("a proposed edit is the difference of its two texts", () => {
    expect(proposedDiff("a\nb\nc\n", "a\nB\nc\n")).toMatchObject({ added: 1, removed: 1 });
  });
});
