import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";

export interface Turn {
  text?: string;
  reasoning?: string;
  deltaMs?: number;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
}

/** One signed-in browser: the link is good for one sign-in, so all tests share what it gave. */
export class Metis {
  readonly foreign: string[] = [];
  readonly complaints: string[] = [];
  private readonly contexts: BrowserContext[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly base: string,
    private readonly state: Awaited<ReturnType<BrowserContext["storageState"]>>,
    readonly urlAfterSignIn: string,
  ) {}

  static async signIn(): Promise<Metis> {
    const link = signInLink();
    if (link === null) {
      throw new Error("METIS_E2E_LINK must hold a fresh sign-in link of a running server, as ./metis link prints it");
    }
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
    });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole("heading", { name: "What shall we work on?" }).waitFor();
    const metis = new Metis(browser, new URL(link).origin, await context.storageState(), page.url());
    await context.close();
    return metis;
  }

  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 860 },
      storageState: this.state,
      baseURL: this.base,
      ...options,
    });
    this.contexts.push(context);
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    // Lets a test close the page's sockets the way a server does.
    await page.addInitScript(() => {
      const sockets: WebSocket[] = [];
      (window as unknown as { metisSockets: WebSocket[] }).metisSockets = sockets;
      window.WebSocket = class extends WebSocket {
        constructor(url: string | URL) {
          super(url);
          sockets.push(this);
        }
      };
    });
    const watch = (url: string) => {
      const parsed = new URL(url);
      if (!/^(?:data|blob|about):$/.test(parsed.protocol) && parsed.host !== new URL(this.base).host) this.foreign.push(url);
    };
    page.on("request", (request) => watch(request.url()));
    page.on("websocket", (socket) => watch(socket.url()));
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of 4\d\d|ERR_INTERNET_DISCONNECTED|WebSocket connection/.test(message.text()))
        this.complaints.push(message.text());
    });
    return page;
  }

  /** A conversation whose model does what `turns` say. */
  async conversation(page: Page, turns: Turn[], mode = "approval-required", title = "A test"): Promise<string> {
    if (page.url() === "about:blank") await page.goto("/");
    await page
      .getByRole("navigation", { name: "Conversations" })
      .or(page.getByRole("button", { name: "Conversations" }))
      .first()
      .waitFor();
    return page.evaluate(
      async ({ script, mode: wanted, title: name }) => {
        const session = (await (await fetch("/v1/session")).json()) as { csrf: string };
        const answer = await fetch("/v1/conversations", {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-Metis-CSRF": session.csrf },
          body: JSON.stringify({ title: name, profile: "developer", mode: wanted, provider: "script", model: "demo", script }),
        });
        const body = (await answer.json()) as { id?: string };
        if (body.id === undefined) throw new Error(`No conversation: ${answer.status} ${JSON.stringify(body)}`);
        return body.id;
      },
      { script: { turns }, mode, title },
    );
  }

  async open(turns: Turn[], options: { mode?: string; title?: string; context?: BrowserContextOptions } = {}): Promise<Page> {
    const page = await this.page(options.context);
    const id = await this.conversation(page, turns, options.mode, options.title);
    await page.goto(`/c/${id}`);
    await page.getByLabel("Your message").waitFor();
    return page;
  }

  async closePages(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}

/** The address in METIS_E2E_LINK, which may stand within the line that the server prints. */
export function signInLink(): string | null {
  return /https?:\/\/\S+#token=\S+/.exec(process.env["METIS_E2E_LINK"] ?? "")?.[0] ?? null;
}

function chromiumPath(): string {
  const wanted = process.env["METIS_E2E_CHROMIUM"];
  const candidates = wanted === undefined ? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"] : [wanted];
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`No browser found at ${candidates.join(", ")}; name one in METIS_E2E_CHROMIUM`);
  return found;
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your message").fill(text);
  await page.keyboard.press("Enter");
}

/** The last exchange's answer, as its reader sees it. */
export function answer(page: Page, index = -1) {
  return page.locator(".exchange").nth(index).locator(".answer-rows");
}
