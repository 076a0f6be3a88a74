import { ApiProblem, problemOf } from "./problem";

export interface ClientOptions {
  fetch: typeof fetch;
  /** Called when the server no longer knows the session. */
  onSignedOut?: () => void;
  /** Waits between automatic tries; a test passes one that does not wait. */
  pause?: (ms: number) => Promise<void>;
  random?: () => number;
}

export interface SendOptions {
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

const TIMEOUT_MS = 30_000;
const TRIES = 4;

/**
 * The typed way to the REST interface. A GET, and any call with an Idempotency-Key, is tried again by itself when the
 * network or the server falters, always with the same key; everything else is sent once.
 */
export class ApiClient {
  private csrf: string | null = null;
  private readonly options: ClientOptions;

  constructor(options: ClientOptions) {
    this.options = options;
  }

  useCsrf(value: string | null): void {
    this.csrf = value;
  }

  get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.call<T>("GET", path, signal === undefined ? {} : { signal });
  }

  post<T>(path: string, body?: unknown, idempotencyKey?: string): Promise<T> {
    return this.call<T>("POST", path, { body: body ?? {}, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) });
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.call<T>("PATCH", path, { body });
  }

  async delete(path: string): Promise<void> {
    await this.call<unknown>("DELETE", path, {});
  }

  async text(path: string): Promise<string> {
    return (await this.fetchOnce("GET", path, {})).text();
  }

  private async call<T>(method: Method, path: string, options: SendOptions): Promise<T> {
    const repeatable = method === "GET" || options.idempotencyKey !== undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.fetchOnce(method, path, options);
        return (response.status === 204 ? undefined : await readJson(response)) as T;
      } catch (error) {
        const again = repeatable && attempt < TRIES && error instanceof ApiProblem && error.passing && options.signal?.aborted !== true;
        if (!again) throw error;
        await this.pause(this.delay(attempt, error.retryAfterSeconds));
      }
    }
  }

  private delay(attempt: number, retryAfterSeconds: number | null): number {
    if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds, 20) * 1000;
    const random = this.options.random ?? Math.random;
    return 250 * 2 ** (attempt - 1) * (0.5 + random());
  }

  private pause(ms: number): Promise<void> {
    const wait = this.options.pause ?? ((time: number) => new Promise<void>((resolve) => setTimeout(resolve, time)));
    return wait(ms);
  }

  private async fetchOnce(method: Method, path: string, options: SendOptions): Promise<Response> {
    const headers: Record<string, string> = { Accept: "application/json" };
    const init: RequestInit = { method, headers, credentials: "same-origin", redirect: "error", cache: "no-store" };
    if (options.body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(options.body);
    }
    if (method !== "GET" && this.csrf !== null) headers["X-Metis-CSRF"] = this.csrf;
    if (options.idempotencyKey !== undefined) headers["Idempotency-Key"] = options.idempotencyKey;
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    init.signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
    let response: Response;
    try {
      response = await this.options.fetch(path, init);
    } catch (error) {
      if (options.signal?.aborted === true) throw error;
      throw new ApiProblem(0, "unreachable", "The server cannot be reached", "", { cause: error });
    }
    if (response.ok) return response;
    const problem = await problemOf(response);
    // Asking for the session, or trading a token for one, says by its own answer that there is none.
    if (problem.status === 401 && path !== "/v1/session") this.options.onSignedOut?.();
    throw problem;
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new ApiProblem(response.status, "unreadable", "The server's answer cannot be read", "", { cause: error });
  }
}
