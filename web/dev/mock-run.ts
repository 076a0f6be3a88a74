import { createHash } from "node:crypto";
import { id } from "./mock-parts";
import type { ScriptTurn } from "./mock-scripts";

export interface RunRecord {
  id: string;
  conversationId: string;
  messageId: string;
  mode: string;
  status: string;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface MockWorld {
  publish: (run: MockRun, event: unknown) => void;
  ended: (run: MockRun) => void;
  /** The next turn of the conversation's script; null when it has none and the run brings its own. */
  nextTurn: (conversationId: string) => ScriptTurn | null;
  store: (text: string) => string;
}

interface Approval {
  id: string;
  callId: string;
  tool: string;
  arguments: unknown;
  hash: string;
  decision: string | null;
  expiresAt: string;
  settle: (decision: string) => void;
}

type Part = Record<string, unknown>;

const ASKS: Record<string, string[]> = {
  "read-only": [],
  "approval-required": ["shell.exec", "fs.write", "fs.edit"],
  "auto-edit": ["shell.exec"],
  full: [],
};

/** One pretended run: plays turns, keeps its log, waits for people. */
export class MockRun {
  readonly log: Record<string, unknown>[] = [];
  terminal = false;
  private turn = 0;
  private cancelled = false;
  private wake: (() => void) | null = null;
  private readonly parts: Part[] = [];
  private readonly approvals = new Map<string, Approval>();
  private readonly questions = new Map<string, (answer: string) => void>();
  private usage: Record<string, number | null> | null = null;
  private error: unknown = null;
  private readonly answerId = id("msg");

  constructor(
    private readonly world: MockWorld,
    readonly record: RunRecord,
    readonly text: string,
  ) {}

  emit(type: string, data: Record<string, unknown>): void {
    if (this.terminal) return;
    const event = {
      runId: this.record.id,
      seq: this.log.length + 1,
      type,
      at: new Date().toISOString(),
      attempt: 1,
      ...(this.turn > 0 ? { turn: this.turn } : {}),
      data,
    };
    this.log.push(event);
    this.world.publish(this, event);
  }

  queue(): void {
    this.emit("run.queued", {
      conversationId: this.record.conversationId,
      messageId: this.record.messageId,
      trigger: "chat",
      profile: "developer",
      mode: this.record.mode,
      provider: "script",
      model: "demo",
    });
  }

  async play(own: ScriptTurn[] | null): Promise<void> {
    this.record.status = "running";
    this.record.startedAt = new Date().toISOString();
    this.emit("run.ready", { ticket: 1 });
    this.emit("run.started", { manifestHash: "m", contextHash: "c", stateMachineVersion: "1" });
    for (let index = 0; index < 20 && !this.cancelled; index += 1) {
      const turn = own === null ? this.world.nextTurn(this.record.conversationId) : (own[index] ?? null);
      if (turn === null) break;
      const again = await this.playTurn(turn);
      if (this.cancelled) break;
      if (this.error !== null) return this.end("failed", { error: this.error });
      if (!again) break;
    }
    if (this.cancelled) this.end("cancelled", { by: "Thea" });
    else this.end("completed", { finishReason: "stop" });
  }

  private async playTurn(turn: ScriptTurn): Promise<boolean> {
    this.turn += 1;
    this.emit("turn.started", { turn: this.turn });
    await this.sleep(120);
    await this.stream("reasoning.delta", turn.reasoning ?? "", turn.deltaMs ?? 12);
    await this.stream("content.delta", turn.text ?? "", turn.deltaMs ?? 12);
    if (this.cancelled) return false;
    if (turn.error !== undefined) {
      this.error = {
        code: turn.error.status === 429 ? "provider_rate_limited" : "provider_unavailable",
        message: `The provider answered ${turn.error.status}.`,
        retryable: true,
      };
      return false;
    }
    if (turn.text !== undefined) this.emit("message.completed", { messageId: this.answerId, text: turn.text });
    this.emit("usage.reported", { inputTokens: 1200, outputTokens: 180, cachedInputTokens: 0, reasoningTokens: 20, costUsd: null });
    this.usage = { inputTokens: 1200 * this.turn, outputTokens: 180 * this.turn, cachedInputTokens: 0, reasoningTokens: 20, costUsd: null };
    if (turn.reasoning !== undefined) this.parts.push({ type: "reasoning", text: turn.reasoning });
    if (turn.text !== undefined) this.parts.push({ type: "text", text: turn.text });
    for (const call of turn.toolCalls ?? []) {
      if (this.cancelled) break;
      await this.call(call.name, call.arguments);
    }
    return (turn.toolCalls ?? []).length > 0;
  }

  private async stream(type: string, text: string, deltaMs: number): Promise<void> {
    let said = "";
    for (const chunk of text.match(/\S*\s|\S+/g) ?? []) {
      if (this.cancelled) break;
      this.emit(type, { text: chunk });
      said += chunk;
      await this.sleep(deltaMs);
    }
    if (this.cancelled && said !== "" && type === "content.delta") this.parts.push({ type: "text", text: said });
  }

  private async call(tool: string, args: Record<string, unknown>): Promise<void> {
    const callId = id("call");
    const hash = `sha256:${createHash("sha256").update(JSON.stringify(args)).digest("hex")}`;
    const ask = (ASKS[this.record.mode] ?? []).includes(tool);
    this.emit("tool.proposed", {
      callId,
      tool,
      arguments: args,
      argumentsHash: hash,
      decision: ask ? "ask" : "allow",
      reason: ask ? "changes the workspace" : null,
    });
    this.parts.push({ type: "tool_call", callId, tool, arguments: args });
    if (ask) {
      const decision = await this.approval(callId, tool, args, hash);
      if (this.cancelled) return;
      if (decision !== "approved")
        return this.finish(callId, tool, decision === "denied" ? "denied" : "timeout", "The call was not approved.", 0);
    }
    if (tool === "ask_user") return this.ask(callId, args);
    if (tool === "review") return this.review(callId);
    this.emit("tool.started", { callId, executor: tool.startsWith("plan") ? "inline" : "sandbox", idempotencyKey: callId });
    const started = Date.now();
    if (tool === "plan.update") this.emit("plan.updated", { steps: args["steps"] });
    if (tool === "shell.exec") await this.shell(callId, String(args["command"]), started);
    else {
      await this.sleep(150);
      if (!this.cancelled) this.finish(callId, tool, "ok", preview(tool, args), Date.now() - started);
    }
  }

  private async shell(callId: string, command: string, started: number): Promise<void> {
    const lines = /seq (\d+)/.exec(command)?.[1];
    const echoed = /echo (.+)/.exec(command)?.[1] ?? "";
    const output = lines === undefined ? `${echoed}\n` : Array.from({ length: Number(lines) }, (_, at) => `${at + 1}\n`).join("");
    for (const line of output.split(/(?<=\n)/)) {
      if (this.cancelled) return;
      this.emit("tool.output", { callId, stream: "stdout", text: line });
      await this.sleep(40);
    }
    const pause = Number(/sleep (\d+)/.exec(command)?.[1] ?? 0);
    await this.sleep(pause * 1000);
    if (this.cancelled) return;
    const failed = command.includes("false") || command.includes("exit 1");
    this.finish(
      callId,
      "shell.exec",
      failed ? "error" : "ok",
      `exit code: ${failed ? 1 : 0}\n${output}`,
      Date.now() - started,
      this.world.store(output),
    );
  }

  private approval(callId: string, tool: string, args: unknown, hash: string): Promise<string> {
    const approvalId = id("appr");
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    return new Promise((resolve) => {
      const settle = (decision: string) => {
        const approval = this.approvals.get(approvalId);
        if (approval === undefined || approval.decision !== null) return;
        approval.decision = decision;
        this.emit("approval.decided", { approvalId, callId, decision, by: "Thea", comment: null });
        this.record.status = "running";
        this.emit("run.resumed", { on: "approval" });
        resolve(decision);
      };
      this.approvals.set(approvalId, { id: approvalId, callId, tool, arguments: args, hash, decision: null, expiresAt, settle });
      this.record.status = "waiting_approval";
      this.emit("approval.requested", { approvalId, callId, argumentsHash: hash, expiresAt });
      this.emit("run.waiting", { on: "approval" });
      this.wake = () => settle("withdrawn");
    });
  }

  private async ask(callId: string, args: Record<string, unknown>): Promise<void> {
    const answer = await this.question(String(args["question"]), "user", args["choices"]);
    this.finish(callId, "ask_user", "ok", answer, 0);
  }

  private async review(callId: string): Promise<void> {
    const answer = await this.question("Was the message to the team sent? The run stopped while `send` was running.", "review", [
      "happened",
      "run_it",
      "skip",
    ]);
    this.finish(callId, "review", answer === "skip" ? "skipped" : "ok", answer, 0);
  }

  private question(question: string, kind: string, choices: unknown): Promise<string> {
    const questionId = id("ques");
    return new Promise((resolve) => {
      this.questions.set(questionId, (answer) => {
        this.questions.delete(questionId);
        this.emit("question.answered", { questionId, answer, by: "Thea" });
        this.record.status = "running";
        this.emit("run.resumed", { on: "user" });
        resolve(answer);
      });
      this.record.status = "waiting_user";
      this.emit("question.asked", { questionId, kind, question, choices: choices ?? null });
      this.emit("run.waiting", { on: "user" });
      this.wake = () => resolve("");
    });
  }

  private finish(callId: string, tool: string, outcome: string, text: string, durationMs: number, artifactId: string | null = null): void {
    this.emit("tool.finished", { callId, outcome, resultHash: "r", preview: text, artifactId, durationMs });
    this.parts.push({ type: "tool_result", callId, tool, outcome, preview: text, artifactId });
  }

  private end(outcome: string, data: Record<string, unknown>): void {
    this.record.status = outcome;
    this.record.finishedAt = new Date().toISOString();
    this.emit(`run.${outcome}`, data);
    this.terminal = true;
    this.world.ended(this);
  }

  cancel(): void {
    if (this.terminal) return;
    if (this.record.status === "queued") return this.end("cancelled", { by: "Thea" });
    this.cancelled = true;
    this.record.status = "cancelling";
    this.emit("run.cancelling", { by: "Thea", reason: null });
    this.wake?.();
  }

  private sleep(ms: number): Promise<void> {
    if (this.cancelled || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  events(after: number, limit: number): unknown {
    return { events: this.log.slice(after, after + limit), lastSeq: this.log.length, terminal: this.terminal };
  }

  hasApproval(approvalId: string): boolean {
    return this.approvals.has(approvalId);
  }

  hasQuestion(questionId: string): boolean {
    return this.questions.has(questionId);
  }

  answer(questionId: string, answer: string): void {
    this.questions.get(questionId)?.(answer);
  }

  approvalView(approvalId: string): unknown {
    const approval = this.approvals.get(approvalId);
    return {
      id: approvalId,
      runId: this.record.id,
      conversationId: this.record.conversationId,
      callId: approval?.callId,
      tool: approval?.tool,
      arguments: approval?.arguments,
      argumentsHash: approval?.hash,
      reason:
        approval?.tool === "shell.exec" ? "In this mode every command asks first." : "In this mode every change to a file asks first.",
      status: approval?.decision ?? "pending",
      expiresAt: approval?.expiresAt,
      createdAt: this.record.createdAt,
    };
  }

  decide(approvalId: string, body: Record<string, unknown>, refuse: (status: number, code: string) => never): unknown {
    const approval = this.approvals.get(approvalId);
    if (approval === undefined) return refuse(404, "not_found");
    if (body["argumentsHash"] !== approval.hash) return refuse(412, "arguments_differ");
    const wanted = body["decision"] === "approve" ? "approved" : "denied";
    if (approval.decision !== null && approval.decision !== wanted) return refuse(409, "already_decided");
    approval.settle(wanted);
    return this.approvalView(approvalId);
  }

  view(): unknown {
    return {
      ...this.record,
      version: 1,
      attempt: 1,
      provider: "script",
      model: "demo",
      profile: "developer",
      lastSeq: this.log.length,
      usage: this.usage,
      error: this.error,
      pending: { approvals: [], questions: [], children: [] },
    };
  }

  messages(): unknown[] {
    const { id: runId, conversationId, messageId, createdAt } = this.record;
    const user = { id: messageId, conversationId, role: "user", runId, createdAt, parts: [{ type: "text", text: this.text }] };
    if (this.parts.length === 0) return [user];
    return [user, { id: this.answerId, conversationId, role: "assistant", runId, createdAt, parts: this.parts }];
  }
}

function preview(tool: string, args: Record<string, unknown>): string {
  const path = String(args["path"] ?? "");
  switch (tool) {
    case "fs.write": {
      const lines = String(args["content"]).replace(/\n$/, "").split("\n");
      return `wrote ${path}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}`).join("\n")}\n`;
    }
    case "fs.edit":
      return `edited ${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,2 @@\n-${String(args["oldText"])}\n+${String(args["newText"])}\n context stays\n`;
    case "fs.list":
      return "README.md  1.2 kB\nsrc/\nsrc/main.py  640 B\n";
    default:
      return "ok";
  }
}
