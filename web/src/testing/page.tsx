import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { ApiClient } from "../api/client";
import { Metis } from "../api/metis";
import { ServicesContext, type Services } from "../routes/services";

export interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** Draws a part of the page against a server that is a function. */
export function renderPart(part: ReactNode, answer: (sent: Sent) => Response = () => Response.json({}), scopes = ["approvals:decide"]) {
  const sent: Sent[] = [];
  const client = new ApiClient({
    fetch: (input, init) => {
      const request = {
        method: init?.method ?? "",
        path: String(input),
        body: typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : undefined,
      };
      sent.push(request);
      return Promise.resolve(answer(request));
    },
    pause: () => Promise.resolve(),
  });
  const refresh = { run: vi.fn(), lists: vi.fn() };
  const services = {
    metis: new Metis(client),
    session: { user: { id: "usr_1", name: "Thea" }, tenantId: "ten_1", role: "owner", scopes, csrf: "c", expiresAt: "" },
    refresh,
  } as unknown as Services;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={queries}>
      <Tooltip.Provider>
        <ServicesContext.Provider value={services}>{part}</ServicesContext.Provider>
      </Tooltip.Provider>
    </QueryClientProvider>,
  );
  return { ...view, sent, refresh };
}
