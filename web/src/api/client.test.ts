import { expect, test, vi } from "vitest";
import { ApiClient } from "./client";
import { ApiProblem, explain } from "./problem";

interface Call {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

function client(answers: (() => Response | Promise<Response>)[]) {
  const calls: Call[] = [];
  const pauses: number[] = [];
  const signedOut = vi.fn();
  const api = new ApiClient({
    fetch: (input, init) => {
      calls.push({
        path: String(input),
        method: init?.method ?? "",
        headers: init?.headers as Record<string, string>,
        body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
      });
      const answer = answers.shift();
      if (answer === undefined) throw new Error("one call too many");
      return Promise.resolve().then(answer);
    },
    onSignedOut: signedOut,
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    random: () => 0.5,
  });
  return { api, calls, pauses, signedOut };
}

const ok = (body: unknown) => () => Response.json(body);
const problem =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify({ type: "about:blank", title: "T", status, code, detail: "D" }), {
      status,
      headers: { "Content-Type": "application/problem+json", ...headers },
    });
const dead = () => Promise.reject(new TypeError("fetch failed"));

test("unsafe calls carry the session's CSRF value, safe ones do not", async () => {
  const { api, calls } = client([ok({}), ok({})]);
  api.useCsrf("csrf-1");
  await api.get("/v1/a");
  await api.post("/v1/b", { x: 1 });
  expect(calls[0]?.headers).not.toHaveProperty("X-Metis-CSRF");
  expect(calls[1]).toMatchObject({
    method: "POST",
    headers: { "X-Metis-CSRF": "csrf-1", "Content-Type": "application/json" },
    body: { x: 1 },
  });
});

test("a send with a key is tried again with the same key and body", async () => {
  const { api, calls, pauses } = client([dead, problem(503, "unavailable"), ok({ runId: "run_1" })]);
  await expect(api.post("/v1/m", { text: "hi" }, "key-1")).resolves.toEqual({ runId: "run_1" });
  expect(calls.map((call) => [call.headers["Idempotency-Key"], call.body])).toEqual(
    Array.from({ length: 3 }, () => ["key-1", { text: "hi" }]),
  );
  expect(pauses).toEqual([250, 500]);
});

test("an unsafe call without a key is sent once", async () => {
  const { api, calls } = client([dead]);
  await expect(api.post("/v1/m", {})).rejects.toMatchObject({ status: 0 });
  expect(calls).toHaveLength(1);
});

test("a refusal is not tried again", async () => {
  const { api, calls } = client([problem(422, "idempotency_key_reused")]);
  await expect(api.post("/v1/m", {}, "key-1")).rejects.toMatchObject({ status: 422, code: "idempotency_key_reused", detail: "D" });
  expect(calls).toHaveLength(1);
});

test("Retry-After is obeyed", async () => {
  const { api, pauses } = client([problem(429, "rate_limited", { "Retry-After": "3" }), ok([])]);
  await api.get("/v1/a");
  expect(pauses).toEqual([3000]);
});

test("tries end", async () => {
  const { api, calls } = client([dead, dead, dead, dead]);
  await expect(api.get("/v1/a")).rejects.toBeInstanceOf(ApiProblem);
  expect(calls).toHaveLength(4);
});

test("401 says that the session is gone, except where the session itself is asked for", async () => {
  const { api, signedOut } = client([problem(401, "unauthorized"), problem(401, "unauthorized")]);
  await expect(api.get("/v1/session")).rejects.toMatchObject({ status: 401 });
  expect(signedOut).not.toHaveBeenCalled();
  await expect(api.get("/v1/runs")).rejects.toMatchObject({ status: 401 });
  expect(signedOut).toHaveBeenCalledTimes(1);
});

test("an answer that is no JSON is an error, not an empty result", async () => {
  const { api } = client([() => new Response("<html>")]);
  await expect(api.get("/v1/a")).rejects.toMatchObject({ code: "unreadable" });
});

test("an error without a body has words all the same", async () => {
  const { api } = client([() => new Response("", { status: 500 })]);
  const error = await api.post("/v1/a").catch((caught: unknown) => caught);
  expect(explain(error)).toBe("The server had a problem. Nothing you wrote is lost; try again.");
});

test.each([
  [new ApiProblem(0, "unreachable", "", ""), "cannot be reached"],
  [new ApiProblem(409, "run_active", "", ""), "Stop it first"],
  [new ApiProblem(410, "approval_expired", "", ""), "Nothing was run"],
  [new ApiProblem(413, "too_large", "", ""), "too long"],
  [new ApiProblem(400, "invalid", "T", "limit must be at most 200"), "limit must be at most 200"],
  [new Error("x"), "Reload"],
])("%s is explained", (error, words) => {
  expect(explain(error)).toContain(words);
});
