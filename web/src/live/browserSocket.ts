import type { Metis } from "../api/metis";
import type { LiveSocket } from "./liveClient";

/** Opens the live channel of the page's own server with a fresh single-use ticket. */
export async function openLiveSocket(metis: Metis): Promise<LiveSocket> {
  const { ticket } = await metis.liveTicket();
  const url = new URL("/v1/live", window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("ticket", ticket);
  // The browser's socket has the four handlers; their event types are wider than what is needed here.
  return new WebSocket(url) as unknown as LiveSocket;
}
