import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ScriptTurn } from "./mock-scripts";

export interface ConversationRecord {
  id: string;
  title: string | null;
  profile: string;
  mode: string;
  provider: string;
  model: string;
  incognito: boolean;
  createdAt: string;
  updatedAt: string;
  version: number;
  script: ScriptTurn[] | null;
  nextTurn: number;
}

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail = code,
  ) {
    super(detail);
  }
}

export function id(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString("hex").toUpperCase().slice(0, 26)}`;
}

export function session(csrf: string): unknown {
  return {
    user: { id: "usr_00000000000000000000000001", name: "Thea" },
    tenantId: "ten_00000000000000000000000001",
    role: "owner",
    scopes: ["runs:read", "runs:write", "approvals:decide", "mode:full", "admin"],
    csrf,
    expiresAt: new Date(Date.now() + 43_200_000).toISOString(),
  };
}

export function page(items: unknown[]): unknown {
  return { items, nextCursor: null };
}

export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
