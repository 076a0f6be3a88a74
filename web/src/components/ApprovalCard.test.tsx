import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { emptyTool } from "../run/applyTool";
import type { ToolApproval, ToolEntry } from "../run/entries";
import { renderPart, type Sent } from "../testing/page";
import { ApprovalCard } from "./ApprovalCard";

const approval: ToolApproval = {
  approvalId: "appr_1",
  argumentsHash: "sha256:abc",
  expiresAt: "2999-01-01T00:00:00.000Z",
  decision: null,
  by: null,
  comment: null,
};

function card(
  args: Record<string, unknown>,
  options: { tool?: string; answer?: (sent: Sent) => Response; scopes?: string[]; expiresAt?: string } = {},
) {
  const entry: ToolEntry = {
    ...emptyTool("event-1", "call_1", 1),
    tool: options.tool ?? "shell.exec",
    state: "waiting",
    arguments: args,
    argumentsHash: "sha256:abc",
  };
  const own = { ...approval, expiresAt: options.expiresAt ?? approval.expiresAt };
  return renderPart(<ApprovalCard entry={{ ...entry, approval: own }} approval={own} />, options.answer, options.scopes);
}

function decisions(sent: Sent[]): Sent[] {
  return sent.filter((request) => request.path.endsWith("/decision"));
}

const refuse = (status: number, code: string) => (sent: Sent) =>
  sent.path.endsWith("/decision")
    ? new Response(JSON.stringify({ status, code, title: code }), { status })
    : Response.json({ reason: "Every command asks." });

test("what hides in a command is visible, and the decision is bound to the hash of the original", async () => {
  const command = "rm -rf ./build\u{200B}\u{202E}txt.cod\u{2066} --no\u{00AD}keep \u{E0072}\u{E006D}";
  const { container, sent } = card({ command });
  expect(container.textContent).toContain("rm -rf ./build\\u{200b}\\u{202e}txt.cod\\u{2066} --no\\u{ad}keep \\u{e0072}\\u{e006d}");
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  await screen.findByText("Approved. Continuing…");
  expect(decisions(sent)).toEqual([
    { method: "POST", path: "/v1/approvals/appr_1/decision", body: { decision: "approve", argumentsHash: "sha256:abc" } },
  ]);
});

test("a tail after many newlines is shown, and what lies between is counted and can be opened", async () => {
  const { container } = card({ command: `ls${"\n".repeat(500)}; rm x` });
  expect(container.textContent).toContain("; rm x");
  await userEvent.click(screen.getByRole("button", { name: /484 more lines/ }));
  expect(screen.queryByRole("button", { name: /more lines/ })).toBeNull();
  expect(container.querySelector(".exact")?.textContent).toContain(`ls${"\n".repeat(500)}; rm x`);
});

test("every argument is shown, known to the page or not", () => {
  const { container } = card({ command: "ls", cwd: "/workspace/a", timeoutSeconds: 900, surprise: { nested: ["\u200b"] } });
  expect(container.textContent).toContain("/workspace/a");
  expect(container.textContent).toContain("900");
  // JSON keeps a zero-width character raw, so it is spelled out as well.
  expect(container.textContent).toContain("\\u{200b}");
});

test("an edit is shown as what it changes", () => {
  const { container } = card({ path: "a.py", oldText: "one\ntwo\n", newText: "one\n2\n" }, { tool: "fs.edit" });
  expect(container.querySelector("tr.removed")?.textContent).toContain("two");
  expect(container.querySelector("tr.added")?.textContent).toContain("2");
});

test("a denial carries the comment", async () => {
  const { sent } = card({ command: "ls" });
  await userEvent.click(screen.getByRole("button", { name: "Decline…" }));
  await userEvent.type(screen.getByLabelText(/instead/), "use the other folder");
  await userEvent.click(screen.getByRole("button", { name: "Decline" }));
  await screen.findByText("Declined. The agent is told.");
  expect(decisions(sent)[0]?.body).toEqual({ decision: "deny", argumentsHash: "sha256:abc", comment: "use the other folder" });
});

describe("a refused decision", () => {
  test.each([
    [410, "approval_expired", "expired"],
    [412, "arguments_differ", "no longer those shown"],
    [409, "approval_stale", "file has changed"],
    [409, "already_decided", "decided the other way"],
    [403, "forbidden", "not allowed"],
  ])("%s %s is said in words, shows no success and cannot be repeated", async (status, code, words) => {
    const { container } = card({ command: "ls" }, { answer: refuse(status, code) });
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(container.querySelector(".ask-outcome")?.textContent).toContain(words));
    expect(container.textContent).not.toContain("Approved.");
    expect(screen.getByRole("button", { name: "Approve" })).toHaveProperty("disabled", true);
  });

  test("a server that stumbles can be asked again", async () => {
    const { container } = card({ command: "ls" }, { answer: refuse(500, "internal") });
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(container.querySelector(".ask-outcome")?.textContent).toContain("try again"));
    expect(screen.getByRole("button", { name: "Approve" })).toHaveProperty("disabled", false);
  });
});

test("after its time an approval cannot be given", () => {
  const { container } = card({ command: "ls" }, { expiresAt: "2020-01-01T00:00:00.000Z" });
  expect(container.querySelector(".ask-outcome")?.textContent).toBe("This approval has expired. Nothing was run.");
  expect(screen.getByRole("button", { name: "Approve" })).toHaveProperty("disabled", true);
});

test("who may not decide may look", () => {
  card({ command: "ls" }, { scopes: ["runs:read"] });
  expect(screen.getByRole("button", { name: "Approve" })).toHaveProperty("disabled", true);
  expect(screen.getByText(/not allowed to decide/)).toBeTruthy();
});
