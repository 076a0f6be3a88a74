/**
 * A stand-in for the server while working on the page: it serves dist/ and speaks the interface from memory. It plays
 * scripts like the scripted provider does, with tools that only pretend. Never shipped, never a reference.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer, type WebSocket } from "ws";
import { id, page, Problem, readBody, session, type ConversationRecord } from "./mock-parts";
import { demoScript, scriptFor, type ScriptTurn } from "./mock-scripts";
import { MockRun, type MockWorld, type RunRecord } from "./mock-run";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

class MockServer implements MockWorld {
  readonly tokens = new Set<string>();
  private readonly sessions = new Map<string, string>();
  private readonly tickets = new Set<string>();
  private readonly conversations = new Map<string, ConversationRecord>();
  private readonly runs = new Map<string, MockRun>();
  private readonly order: MockRun[] = [];
  private readonly keys = new Map<string, { body: string; answer: unknown }>();
  private readonly artifacts = new Map<string, string>();
  private readonly sockets = new Map<WebSocket, { runs: Set<string>; conversations: Set<string> }>();

  publish(run: MockRun, event: unknown): void {
    const frame = JSON.stringify({ kind: "event", ...(event as object) });
    for (const [socket, watched] of this.sockets) {
      if (watched.runs.has(run.record.id) || watched.conversations.has(run.record.conversationId)) socket.send(frame);
    }
  }

  ended(run: MockRun): void {
    const conversation = this.conversations.get(run.record.conversationId);
    if (conversation !== undefined) conversation.updatedAt = new Date().toISOString();
    const next = this.of(run.record.conversationId).find((other) => other.record.status === "queued");
    if (next !== undefined) this.begin(next);
  }

  nextTurn(conversationId: string): ScriptTurn | null {
    const conversation = this.conversations.get(conversationId);
    if (conversation?.script == null) return null;
    const turn = conversation.script[conversation.nextTurn] ?? { text: "The script has no more turns." };
    conversation.nextTurn += 1;
    return turn;
  }

  store(text: string): string {
    const artifactId = id("art");
    this.artifacts.set(artifactId, text);
    return artifactId;
  }

  private of(conversationId: string): MockRun[] {
    return this.order.filter((run) => run.record.conversationId === conversationId);
  }

  private begin(run: MockRun): void {
    const conversation = this.conversations.get(run.record.conversationId);
    void run.play(conversation?.script == null ? scriptFor(run.text) : null);
  }

  private view(conversation: ConversationRecord): unknown {
    const { script: _script, nextTurn: _next, ...shown } = conversation;
    const active = this.of(conversation.id).find((run) => !run.terminal && run.record.status !== "queued");
    return { ...shown, activeRunId: active?.record.id ?? null };
  }

  dropSockets(): void {
    for (const socket of this.sockets.keys()) socket.close(1000);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://mock");
    try {
      if (!url.pathname.startsWith("/v1/")) return await this.file(url.pathname, response);
      const body = await readBody(request);
      const result = this.route(request, url, body, response);
      const answer = await result;
      if (response.writableEnded) return;
      const status =
        request.method === "DELETE"
          ? 204
          : /\/(conversations|tickets)$/.test(url.pathname) && request.method === "POST"
            ? 201
            : /\/(messages|cancel)$/.test(url.pathname) && request.method === "POST"
              ? 202
              : 200;
      response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
      response.end(status === 204 ? undefined : JSON.stringify(answer));
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem(500, "internal", String(error));
      response.writeHead(problem.status, { "Content-Type": "application/problem+json" });
      response.end(
        JSON.stringify({ type: "about:blank", title: problem.code, status: problem.status, detail: problem.message, code: problem.code }),
      );
    }
  }

  private async file(path: string, response: ServerResponse): Promise<void> {
    const wanted = normalize(path).replace(/^(\.\.[/\\])+/, "");
    let name = wanted;
    let bytes: Buffer;
    try {
      bytes = await readFile(join(DIST, wanted === "/" ? "index.html" : wanted));
    } catch {
      name = "index.html";
      bytes = await readFile(join(DIST, "index.html"));
    }
    response.writeHead(200, {
      "Content-Type": TYPES[extname(name === "/" ? "index.html" : name)] ?? "application/octet-stream",
      "Content-Security-Policy": CSP,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    });
    response.end(bytes);
  }

  private async route(request: IncomingMessage, url: URL, body: Record<string, unknown>, response: ServerResponse): Promise<unknown> {
    const method = request.method ?? "GET";
    const path = url.pathname.slice("/v1".length);
    const sessionId = /metis_session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
    if (path === "/session" && method === "POST") return this.signIn(body, response);
    const csrf = this.sessions.get(sessionId);
    if (csrf === undefined) throw new Problem(401, "unauthorized");
    if (method !== "GET" && request.headers["x-metis-csrf"] !== csrf) throw new Problem(403, "csrf");
    if (path === "/session") {
      if (method === "DELETE") this.sessions.delete(sessionId);
      return session(csrf);
    }
    return this.resource(method, path, url.searchParams, body, String(request.headers["idempotency-key"] ?? ""), response);
  }

  private signIn(body: Record<string, unknown>, response: ServerResponse): unknown {
    if (!this.tokens.delete(String(body["token"]))) throw new Problem(401, "unauthorized");
    const sessionId = id("ses");
    const csrf = id("csrf");
    this.sessions.set(sessionId, csrf);
    response.setHeader("Set-Cookie", `metis_session=${sessionId}; HttpOnly; SameSite=Strict; Path=/`);
    return session(csrf);
  }

  private resource(
    method: string,
    path: string,
    query: URLSearchParams,
    body: Record<string, unknown>,
    key: string,
    response: ServerResponse,
  ): unknown {
    const [, kind = "", name = "", part = ""] = path.split("/");
    switch (`${method} ${kind}${name === "" ? "" : "/*"}${part === "" ? "" : `/${part}`}`) {
      case "GET conversations":
        return this.list(query);
      case "POST conversations":
        return this.once(key, body, () => this.view(this.create(body)));
      case "GET conversations/*":
        return this.view(this.conversation(name));
      case "PATCH conversations/*": {
        const conversation = this.conversation(name);
        Object.assign(conversation, body, { version: conversation.version + 1 });
        return this.view(conversation);
      }
      case "DELETE conversations/*":
        if (this.of(name).some((run) => !run.terminal)) throw new Problem(409, "run_active");
        this.conversations.delete(this.conversation(name).id);
        return undefined;
      case "GET conversations/*/messages":
        return page(this.of(this.conversation(name).id).flatMap((run) => run.messages()));
      case "POST conversations/*/messages":
        return this.once(key, body, () => this.send(this.conversation(name), String(body["text"])));
      case "GET runs":
        return page(
          this.of(query.get("conversationId") ?? "")
            .map((run) => run.view())
            .reverse(),
        );
      case "GET runs/*/events":
        return this.run(name).events(Number(query.get("after") ?? 0), Number(query.get("limit") ?? 200));
      case "POST runs/*/cancel":
        this.run(name).cancel();
        return this.run(name).view();
      case "GET approvals":
      case "GET questions":
        return page(
          this.order
            .filter((run) => run.record.status === (kind === "approvals" ? "waiting_approval" : "waiting_user"))
            .map((run) => ({ conversationId: run.record.conversationId })),
        );
      case "GET approvals/*":
        return this.approvalRun(name).approvalView(name);
      case "POST approvals/*/decision":
        return this.approvalRun(name).decide(name, body, (status, code) => {
          throw new Problem(status, code);
        });
      case "POST questions/*/answer": {
        const run = this.order.find((candidate) => candidate.hasQuestion(name));
        if (run === undefined) throw new Problem(404, "not_found");
        run.answer(name, String(body["answer"]));
        return {};
      }
      case "GET models":
        return page([
          { id: "demo", provider: "script", name: "Demo (no model)", default: true },
          { id: "large", provider: "compatible", name: "compatible/large", default: false },
        ]);
      case "GET providers":
        return page([{ id: "script", name: "Scripted", configured: true }]);
      case "POST live/*": {
        const ticket = id("tkt");
        this.tickets.add(ticket);
        return { ticket, expiresAt: new Date(Date.now() + 60_000).toISOString() };
      }
      case "GET artifacts/*/content":
        response.writeHead(200, { "Content-Type": "text/plain", "Content-Disposition": "attachment" });
        response.end(this.artifacts.get(name) ?? "");
        return undefined;
      default:
        throw new Problem(404, "not_found");
    }
  }

  private list(query: URLSearchParams): unknown {
    const wanted = (query.get("q") ?? "").toLowerCase();
    return page(
      [...this.conversations.values()]
        .filter((conversation) => (conversation.title ?? "").toLowerCase().includes(wanted))
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
        .map((conversation) => this.view(conversation)),
    );
  }

  create(body: Record<string, unknown>, at = new Date()): ConversationRecord {
    const script = body["script"] as { turns: ScriptTurn[] } | undefined;
    const conversation: ConversationRecord = {
      id: id("conv"),
      title: (body["title"] as string | undefined) ?? null,
      profile: "developer",
      mode: (body["mode"] as string | undefined) ?? "approval-required",
      provider: "script",
      model: "demo",
      incognito: false,
      createdAt: at.toISOString(),
      updatedAt: at.toISOString(),
      version: 1,
      script: script?.turns ?? null,
      nextTurn: 0,
    };
    this.conversations.set(conversation.id, conversation);
    return conversation;
  }

  private conversation(name: string): ConversationRecord {
    const conversation = this.conversations.get(name);
    if (conversation === undefined) throw new Problem(404, "not_found");
    return conversation;
  }

  private run(name: string): MockRun {
    const run = this.runs.get(name);
    if (run === undefined) throw new Problem(404, "not_found");
    return run;
  }

  private approvalRun(name: string): MockRun {
    const run = this.order.find((candidate) => candidate.hasApproval(name));
    if (run === undefined) throw new Problem(404, "not_found");
    return run;
  }

  private once(key: string, body: unknown, act: () => unknown): unknown {
    const known = this.keys.get(key);
    if (key !== "" && known !== undefined) {
      if (known.body !== JSON.stringify(body)) throw new Problem(422, "idempotency_key_reused");
      return known.answer;
    }
    const answer = act();
    if (key !== "") this.keys.set(key, { body: JSON.stringify(body), answer });
    return answer;
  }

  send(conversation: ConversationRecord, text: string): unknown {
    const open = this.of(conversation.id).filter((run) => !run.terminal);
    const record: RunRecord = {
      id: id("run"),
      conversationId: conversation.id,
      messageId: id("msg"),
      mode: conversation.mode,
      status: "queued",
      createdAt: new Date().toISOString(),
      startedAt: null,
      finishedAt: null,
    };
    const run = new MockRun(this, record, text);
    this.runs.set(record.id, run);
    this.order.push(run);
    conversation.updatedAt = new Date().toISOString();
    run.queue();
    if (open.length === 0) this.begin(run);
    return { messageId: record.messageId, runId: record.id, status: record.status, position: open.length };
  }

  live(socket: WebSocket): void {
    const watched = { runs: new Set<string>(), conversations: new Set<string>() };
    this.sockets.set(socket, watched);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString("utf8")) as { action: string; runId?: string; conversationId?: string; after?: number };
      const set = frame.runId === undefined ? watched.conversations : watched.runs;
      const name = frame.runId ?? frame.conversationId ?? "";
      if (frame.action === "ping") socket.send(JSON.stringify({ kind: "pong" }));
      if (frame.action === "unsubscribe") set.delete(name);
      if (frame.action !== "subscribe") return;
      set.add(name);
      const run = frame.runId === undefined ? undefined : this.runs.get(frame.runId);
      if (run === undefined) return;
      const missed = run.log.slice(frame.after ?? 0);
      if (missed.length > 50) socket.send(JSON.stringify({ kind: "gap", runId: name, from: (frame.after ?? 0) + 1, to: run.log.length }));
      else for (const event of missed) socket.send(JSON.stringify({ kind: "event", ...(event as object) }));
      socket.send(JSON.stringify({ kind: "subscribed", runId: name, lastSeq: run.log.length }));
    });
  }

  takeTicket(url: string): boolean {
    return this.tickets.delete(new URL(url, "http://mock").searchParams.get("ticket") ?? "");
  }

  /** Some past conversations, so that the list has something to show. */
  seed(): void {
    const titles = [
      "Tidy the release notes",
      "Why does the build fail on Windows?",
      "Sketch a schema for invoices",
      "Rename the config module and everything that imports it",
      "Weekly report",
    ];
    titles.forEach((title, index) => this.create({ title }, new Date(Date.now() - (index * index * 0.9 + 0.2) * 86_400_000)));
  }
}

export interface RunningMock {
  link: () => string;
  dropSockets: () => void;
  stop: () => Promise<void>;
}

export async function startMock(port = 0): Promise<RunningMock> {
  const mock = new MockServer();
  mock.seed();
  const server = createServer((request, response) => void mock.handle(request, response));
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    if (!mock.takeTicket(request.url ?? "")) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => mock.live(webSocket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return {
    link: () => {
      const token = randomBytes(16).toString("hex");
      mock.tokens.add(token);
      return `http://127.0.0.1:${actual}/#token=${token}`;
    },
    dropSockets: () => mock.dropSockets(),
    stop: async () => {
      mock.dropSockets();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const mock = await startMock(Number(process.env["PORT"] ?? 8081));
  console.log(`Mock is ready: ${mock.link()}`);
  console.log(`Press Enter for another link. The demo plays ${demoScript.length} turns.`);
  process.stdin.on("data", () => console.log(mock.link()));
}
