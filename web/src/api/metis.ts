import type { Approval, Conversation, LiveTicket, Message, Mode, Model, Page, Run, SendReceipt, Session } from "../contract/api";
import { parseEvent, type RunEvent } from "../contract/envelope";
import type { ApiClient } from "./client";
import { ApiProblem } from "./problem";

export interface NewConversation {
  title?: string;
  profile: string;
  mode: Mode;
  provider?: string;
  model?: string;
}

export interface EventPage {
  events: RunEvent[];
  lastSeq: number;
  terminal: boolean;
}

const PAGE = 200;
/** Pages read of one list before this client gives up: a server that repeats a cursor must not keep it busy for ever. */
const MAX_PAGES = 500;

/** Every call this page makes, by name. */
export class Metis {
  readonly client: ApiClient;

  constructor(client: ApiClient) {
    this.client = client;
  }

  async session(): Promise<Session | null> {
    try {
      return this.adopt(await this.client.get<Session>("/v1/session"));
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null;
      throw error;
    }
  }

  async signIn(token: string): Promise<Session> {
    return this.adopt(await this.client.post<Session>("/v1/session", { token }));
  }

  async signOut(): Promise<void> {
    await this.client.delete("/v1/session");
    this.client.useCsrf(null);
  }

  conversations(query: string, cursor: string | null, signal?: AbortSignal): Promise<Page<Conversation>> {
    return this.client.get(path("/v1/conversations", { limit: "50", q: query, cursor }), signal);
  }

  conversation(id: string): Promise<Conversation> {
    return this.client.get(`/v1/conversations/${encodeURIComponent(id)}`);
  }

  createConversation(body: NewConversation, key: string): Promise<Conversation> {
    return this.client.post("/v1/conversations", body, key);
  }

  changeConversation(id: string, change: Partial<Pick<Conversation, "title" | "mode" | "provider" | "model">>): Promise<Conversation> {
    return this.client.patch(`/v1/conversations/${encodeURIComponent(id)}`, change);
  }

  deleteConversation(id: string): Promise<void> {
    return this.client.delete(`/v1/conversations/${encodeURIComponent(id)}`);
  }

  messages(conversationId: string): Promise<Message[]> {
    return this.all<Message>(`/v1/conversations/${encodeURIComponent(conversationId)}/messages`, {});
  }

  send(conversationId: string, text: string, key: string): Promise<SendReceipt> {
    return this.client.post(`/v1/conversations/${encodeURIComponent(conversationId)}/messages`, { text, onBusy: "queue" }, key);
  }

  runs(conversationId: string): Promise<Run[]> {
    return this.all<Run>("/v1/runs", { conversationId });
  }

  async events(runId: string, after: number, signal?: AbortSignal): Promise<EventPage> {
    const raw = await this.client.get<{ events: unknown[]; lastSeq: number; terminal: boolean }>(
      path(`/v1/runs/${encodeURIComponent(runId)}/events`, { after: String(after), limit: "1000" }),
      signal,
    );
    return {
      events: raw.events.flatMap((event) => parseEvent(event) ?? []),
      lastSeq: raw.lastSeq,
      terminal: raw.terminal,
    };
  }

  async cancel(runId: string): Promise<void> {
    await this.client.post(`/v1/runs/${encodeURIComponent(runId)}/cancel`, {});
  }

  approval(id: string): Promise<Approval> {
    return this.client.get(`/v1/approvals/${encodeURIComponent(id)}`);
  }

  /** The conversations in which something waits for a person. */
  async waiting(): Promise<ReadonlySet<string>> {
    const [approvals, questions] = await Promise.all([
      this.all<{ conversationId: string }>("/v1/approvals", { status: "pending" }),
      this.all<{ conversationId: string }>("/v1/questions", { status: "pending" }),
    ]);
    return new Set([...approvals, ...questions].map((item) => item.conversationId));
  }

  async decide(id: string, decision: "approve" | "deny", argumentsHash: string, comment: string): Promise<void> {
    const body = { decision, argumentsHash, ...(comment === "" ? {} : { comment }) };
    await this.client.post(`/v1/approvals/${encodeURIComponent(id)}/decision`, body);
  }

  async answer(questionId: string, answer: string): Promise<void> {
    await this.client.post(`/v1/questions/${encodeURIComponent(questionId)}/answer`, { answer });
  }

  models(): Promise<Model[]> {
    return this.all<Model>("/v1/models", {});
  }

  liveTicket(): Promise<LiveTicket> {
    return this.client.post("/v1/live/tickets", {});
  }

  artifactText(artifactId: string): Promise<string> {
    return this.client.text(artifactContent(artifactId));
  }

  private adopt(session: Session): Session {
    this.client.useCsrf(session.csrf);
    return session;
  }

  private async all<T>(base: string, query: Record<string, string>): Promise<T[]> {
    const items: T[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer: Page<T> = await this.client.get<Page<T>>(path(base, { ...query, limit: String(PAGE), cursor }));
      items.push(...answer.items);
      cursor = answer.nextCursor ?? null;
      if (cursor === null) return items;
    }
    throw new ApiProblem(200, "endless_list", "The server's list does not end", "");
  }
}

export function artifactContent(artifactId: string): string {
  return `/v1/artifacts/${encodeURIComponent(artifactId)}/content`;
}

function path(base: string, query: Record<string, string | null>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== "") parameters.set(name, value);
  const text = parameters.toString();
  return text === "" ? base : `${base}?${text}`;
}
