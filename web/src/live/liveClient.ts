import { parseEvent, type RunEvent } from "../contract/envelope";

export type LiveState = "connecting" | "open" | "reconnecting" | "closed";

/** The part of a WebSocket this client needs; a test passes its own. */
export interface LiveSocket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
}

export interface LiveOptions {
  /** Makes a socket, with a fresh single-use ticket. */
  connect: () => Promise<LiveSocket>;
  onEvent: (event: RunEvent) => void;
  onGap: (runId: string, to: number) => void;
  onSubscribed: (runId: string, lastSeq: number) => void;
  onState: (state: LiveState) => void;
  /** Called after every connection but the first: what happened meanwhile must be asked for. */
  onReconnected: () => void;
  timers?: LiveTimers;
  random?: () => number;
}

export interface LiveTimers {
  set: (run: () => void, ms: number) => unknown;
  clear: (timer: unknown) => void;
}

const browserTimers: LiveTimers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

const PING_MS = 15_000;
const PONG_MS = 5_000;
const CONNECT_MS = 10_000;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 4_000;

/**
 * One WebSocket for everything this page watches. It is a hint, never the truth: whatever it fails to bring is fetched
 * by REST. A closed socket, clean or not, only ever means "reconnecting".
 */
export class LiveClient {
  private readonly options: LiveOptions;
  private readonly timers: LiveTimers;
  private readonly runs = new Map<string, () => number>();
  private readonly conversations = new Set<string>();
  private socket: LiveSocket | null = null;
  private state: LiveState = "closed";
  private generation = 0;
  private failures = 0;
  private opened = false;
  private retryTimer: unknown = null;
  private pingTimer: unknown = null;
  private pongTimer: unknown = null;

  constructor(options: LiveOptions) {
    this.options = options;
    this.timers = options.timers ?? browserTimers;
  }

  start(): void {
    if (this.state !== "closed") return;
    this.become("connecting");
    this.dial();
  }

  stop(): void {
    this.generation += 1;
    this.clearTimers();
    this.socket?.close();
    this.socket = null;
    this.opened = false;
    this.failures = 0;
    this.become("closed");
  }

  /** Watches a run from where its reader stands whenever the socket (re)opens. */
  watchRun(runId: string, after: () => number): () => void {
    this.runs.set(runId, after);
    if (this.state === "open") this.transmit({ action: "subscribe", runId, after: after() });
    return () => {
      if (this.runs.get(runId) !== after) return;
      this.runs.delete(runId);
      if (this.state === "open") this.transmit({ action: "unsubscribe", runId });
    };
  }

  /** Watches a conversation, so that runs begun elsewhere appear. */
  watchConversation(conversationId: string): () => void {
    this.conversations.add(conversationId);
    if (this.state === "open") this.transmit({ action: "subscribe", conversationId });
    return () => {
      this.conversations.delete(conversationId);
      if (this.state === "open") this.transmit({ action: "unsubscribe", conversationId });
    };
  }

  /** The network is gone: a socket that has not noticed yet is as good as closed. */
  drop(): void {
    if (this.state === "open" || this.state === "connecting") this.lost();
  }

  /** The network is back, or the page is looked at again: tries at once, or asks an open socket whether it still lives. */
  nudge(): void {
    if (this.state === "open" && this.pongTimer === null) this.ping();
    if (this.state !== "reconnecting" || this.retryTimer === null) return;
    this.timers.clear(this.retryTimer);
    this.retryTimer = null;
    this.dial();
  }

  private dial(): void {
    const generation = ++this.generation;
    const current = () => generation === this.generation;
    const deadline = this.timers.set(() => {
      if (current() && this.state !== "open") this.lost();
    }, CONNECT_MS);
    this.options.connect().then(
      (socket) => {
        if (!current()) {
          socket.close();
          return;
        }
        this.socket = socket;
        socket.onopen = () => {
          this.timers.clear(deadline);
          if (current()) this.ready();
        };
        socket.onmessage = (message) => {
          if (current()) this.receive(message.data);
        };
        socket.onclose = () => {
          this.timers.clear(deadline);
          if (current()) this.lost();
        };
        // An error is always followed by close.
        socket.onerror = null;
      },
      () => {
        this.timers.clear(deadline);
        if (current()) this.lost();
      },
    );
  }

  private ready(): void {
    this.failures = 0;
    const again = this.opened;
    this.opened = true;
    this.become("open");
    for (const conversationId of this.conversations) this.transmit({ action: "subscribe", conversationId });
    for (const [runId, after] of this.runs) this.transmit({ action: "subscribe", runId, after: after() });
    this.schedulePing();
    if (again) this.options.onReconnected();
  }

  private lost(): void {
    this.generation += 1;
    this.clearTimers();
    this.socket?.close();
    this.socket = null;
    this.become("reconnecting");
    const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.failures);
    this.failures += 1;
    const random = this.options.random ?? Math.random;
    this.retryTimer = this.timers.set(
      () => {
        this.retryTimer = null;
        this.dial();
      },
      ceiling * (0.5 + random() / 2),
    );
  }

  private schedulePing(): void {
    this.pingTimer = this.timers.set(() => this.ping(), PING_MS);
  }

  private ping(): void {
    this.transmit({ action: "ping" });
    this.pongTimer = this.timers.set(() => this.lost(), PONG_MS);
  }

  private receive(data: unknown): void {
    // Any frame proves that the connection lives.
    this.timers.clear(this.pingTimer);
    this.timers.clear(this.pongTimer);
    this.pongTimer = null;
    this.schedulePing();
    const frame = parseFrame(data);
    if (frame === null) return;
    switch (frame["kind"]) {
      case "event": {
        const event = parseEvent(frame);
        if (event !== null) this.options.onEvent(event);
        return;
      }
      case "subscribed":
        if (typeof frame["runId"] === "string" && typeof frame["lastSeq"] === "number")
          this.options.onSubscribed(frame["runId"], frame["lastSeq"]);
        return;
      case "gap":
        if (typeof frame["runId"] === "string" && typeof frame["to"] === "number") this.options.onGap(frame["runId"], frame["to"]);
        return;
      case "error":
        // A refused subscription changes nothing here: REST says what is the matter with the resource.
        return;
    }
  }

  private transmit(message: Record<string, unknown>): void {
    this.socket?.send(JSON.stringify(message));
  }

  private become(state: LiveState): void {
    if (state === this.state) return;
    this.state = state;
    this.options.onState(state);
  }

  private clearTimers(): void {
    for (const timer of [this.retryTimer, this.pingTimer, this.pongTimer]) if (timer !== null) this.timers.clear(timer);
    this.retryTimer = null;
    this.pingTimer = null;
    this.pongTimer = null;
  }
}

function parseFrame(data: unknown): Record<string, unknown> | null {
  if (typeof data !== "string") return null;
  try {
    const frame: unknown = JSON.parse(data);
    return typeof frame === "object" && frame !== null ? (frame as Record<string, unknown>) : null;
  } catch {
    // A frame that is no JSON carries no event; whatever it was meant to be is in the log.
    return null;
  }
}
