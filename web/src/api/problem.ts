/** An answer of the server that is not a success, after RFC 9457, or the failure to get one at all (status 0). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly retryAfterSeconds: number | null;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    title: string,
    detail: string,
    options: { retryAfterSeconds?: number | null; body?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(detail !== "" ? detail : title, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ApiProblem";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.body = options.body ?? {};
  }

  /** Whether the same request may succeed by itself a little later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  let body: Record<string, unknown> = {};
  try {
    const parsed: unknown = await response.json();
    if (typeof parsed === "object" && parsed !== null) body = parsed as Record<string, unknown>;
  } catch {
    // No body, or none that is JSON: the status alone has to do.
  }
  const text = (name: string) => (typeof body[name] === "string" ? (body[name] as string) : "");
  const retryAfter = Number(response.headers.get("Retry-After"));
  return new ApiProblem(response.status, text("code") || `http_${response.status}`, text("title") || response.statusText, text("detail"), {
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
    body,
  });
}

/** One sentence a person can act on. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiProblem)) return "Something went wrong in this page. Reload it and try again.";
  if (error.status === 0) return "The server cannot be reached. Check that Metis is running.";
  const known = BY_CODE[error.code];
  if (known !== undefined) return known;
  switch (error.status) {
    case 401:
      return "You are signed out. Ask for a new link.";
    case 403:
      return "You are not allowed to do this.";
    case 404:
      return "This no longer exists, or is not yours.";
    case 413:
      return "This is too long to send: at most 1 MB at once.";
    case 429:
      return `Too many requests. Try again ${error.retryAfterSeconds === null ? "in a moment" : `in ${error.retryAfterSeconds} s`}.`;
    default:
      if (error.status >= 500) return "The server had a problem. Nothing you wrote is lost; try again.";
      return error.message !== "" ? error.message : `The server answered ${error.status}.`;
  }
}

const BY_CODE: Record<string, string | undefined> = {
  run_active: "A run is still active here. Stop it first.",
  approval_expired: "This approval has expired. Nothing was run.",
  approval_stale: "The file has changed since this was proposed. Nothing was run; the agent will have to propose it anew.",
  run_terminal: "This run has already ended.",
  already_answered: "This was already answered, here or elsewhere.",
  queue_full: "Too many messages are waiting here. Let some of them finish first.",
  idempotency_key_reused: "This message was sent before with other words. Send it anew.",
  already_decided: "Someone has already decided this the other way.",
};
