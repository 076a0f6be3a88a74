import type { SendReceipt } from "../contract/api";
import type { PendingSend } from "./exchanges.logic";

export interface OutboxOptions {
  send: (conversationId: string, text: string, key: string) => Promise<SendReceipt>;
  newKey: () => string;
  explain: (error: unknown) => string;
  onSent: (conversationId: string, receipt: SendReceipt) => void;
}

const NONE: readonly PendingSend[] = [];

/**
 * Messages on their way. Those of one conversation go one after the other, in the order they were written; a message
 * keeps its idempotency key over every try, so that however often it is sent it becomes one run.
 */
export class Outbox {
  private readonly options: OutboxOptions;
  private readonly sends = new Map<string, readonly PendingSend[]>();
  private readonly busy = new Set<string>();
  private readonly listeners = new Set<() => void>();

  constructor(options: OutboxOptions) {
    this.options = options;
  }

  of(conversationId: string): readonly PendingSend[] {
    return this.sends.get(conversationId) ?? NONE;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  add(conversationId: string, text: string): void {
    const send: PendingSend = { key: this.options.newKey(), text, state: "sending", runId: null, problem: null };
    this.put(conversationId, [...this.of(conversationId), send]);
    void this.work(conversationId);
  }

  resend(conversationId: string, key: string): void {
    this.change(conversationId, key, { state: "sending", problem: null });
    void this.work(conversationId);
  }

  /** Withdraws a message that was not sent and gives its text back; null when there is no such message. */
  takeBack(conversationId: string, key: string): string | null {
    const taken = this.of(conversationId).find((send) => send.key === key && send.state === "failed");
    if (taken === undefined) return null;
    this.put(
      conversationId,
      this.of(conversationId).filter((send) => send !== taken),
    );
    return taken.text;
  }

  /** Forgets messages that the conversation's own list now shows. */
  settle(conversationId: string, shownRuns: ReadonlySet<string>): void {
    const left = this.of(conversationId).filter((send) => send.runId === null || !shownRuns.has(send.runId));
    if (left.length !== this.of(conversationId).length) this.put(conversationId, left);
  }

  private async work(conversationId: string): Promise<void> {
    if (this.busy.has(conversationId)) return;
    this.busy.add(conversationId);
    try {
      for (;;) {
        const next = this.of(conversationId).find((send) => send.state === "sending");
        if (next === undefined) return;
        await this.trySend(conversationId, next);
      }
    } finally {
      this.busy.delete(conversationId);
    }
  }

  private async trySend(conversationId: string, send: PendingSend): Promise<void> {
    let receipt: SendReceipt;
    try {
      receipt = await this.options.send(conversationId, send.text, send.key);
    } catch (error) {
      this.change(conversationId, send.key, { state: "failed", problem: this.options.explain(error) });
      return;
    }
    this.change(conversationId, send.key, { state: "sent", runId: receipt.runId });
    this.options.onSent(conversationId, receipt);
  }

  private change(conversationId: string, key: string, change: Partial<PendingSend>): void {
    this.put(
      conversationId,
      this.of(conversationId).map((send) => (send.key === key ? { ...send, ...change } : send)),
    );
  }

  private put(conversationId: string, sends: readonly PendingSend[]): void {
    if (sends.length === 0) this.sends.delete(conversationId);
    else this.sends.set(conversationId, sends);
    for (const listener of this.listeners) listener();
  }
}
