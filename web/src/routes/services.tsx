import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import type { Metis } from "../api/metis";
import { ApiProblem, explain } from "../api/problem";
import type { Session } from "../contract/api";
import { openLiveSocket } from "../live/browserSocket";
import { LiveClient, type LiveState } from "../live/liveClient";
import { hasEnded } from "../run/reducer";
import { Outbox } from "../run/outbox";
import { RunStore } from "../run/runStore";

export interface Services {
  metis: Metis;
  session: Session;
  store: RunStore;
  live: LiveClient;
  outbox: Outbox;
  liveState: LiveState;
  /** Keeps a run's events coming until the returned function is called. */
  watch: (runId: string) => () => void;
  refresh: Refresh;
}

export interface Refresh {
  /** Catches up with every watched run and with the lists that show them. */
  run: () => void;
  /** The lists alone. */
  lists: () => void;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error("useServices outside of ServicesProvider");
  return services;
}

/** Without an answer nobody knows whether a message arrived; trying again, with its key, is safe either way. */
function explainSend(error: unknown): string {
  const refused = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
  return `${refused ? "Not sent." : "Not confirmed."} ${explain(error)}`;
}

/** How often runs are asked for by REST while the live channel is away. */
const POLL_MS = 3_000;

/** Everything that lives as long as one sign-in. */
export function ServicesProvider({ metis, session, children }: { metis: Metis; session: Session; children: ReactNode }) {
  const queries = useQueryClient();
  const [liveState, setLiveState] = useState<LiveState>("connecting");
  const parts = useMemo(() => {
    const watched = new Map<string, number>();
    const lists = () => {
      for (const key of ["messages", "runs", "conversations", "conversation", "waiting"])
        void queries.invalidateQueries({ queryKey: [key] });
    };
    const store = new RunStore({
      fetchEvents: (runId, after) => metis.events(runId, after),
      onEnded: lists,
      onTurning: () => void queries.invalidateQueries({ queryKey: ["waiting"] }),
      onDiscovered: lists,
    });
    const catchUp = () => {
      for (const runId of watched.keys()) {
        const view = store.view(runId);
        // A run that cannot be read now is asked for again by the next poll or event.
        if (view === null || !hasEnded(view)) store.load(runId).catch(() => undefined);
      }
    };
    const refresh: Refresh = {
      lists,
      run: () => {
        lists();
        catchUp();
      },
    };
    const live = new LiveClient({
      connect: () => openLiveSocket(metis),
      onEvent: (event) => store.receive(event),
      onGap: (runId, to) => store.expect(runId, to),
      onSubscribed: (runId, lastSeq) => store.expect(runId, lastSeq),
      onState: setLiveState,
      onReconnected: refresh.run,
    });
    const watch = (runId: string) => {
      watched.set(runId, (watched.get(runId) ?? 0) + 1);
      const unwatch = live.watchRun(runId, () => store.appliedSeq(runId));
      return () => {
        const left = (watched.get(runId) ?? 1) - 1;
        if (left > 0) watched.set(runId, left);
        else watched.delete(runId);
        unwatch();
      };
    };
    const outbox = new Outbox({
      send: (conversationId, text, key) => metis.send(conversationId, text, key),
      newKey: () => crypto.randomUUID(),
      explain: explainSend,
      onSent: lists,
    });
    return { store, live, outbox, watch, refresh, catchUp };
  }, [metis, queries]);

  useEffect(() => {
    const { live } = parts;
    live.start();
    const nudge = () => {
      if (document.visibilityState === "visible") live.nudge();
    };
    const drop = () => live.drop();
    window.addEventListener("online", nudge);
    window.addEventListener("offline", drop);
    document.addEventListener("visibilitychange", nudge);
    return () => {
      window.removeEventListener("online", nudge);
      window.removeEventListener("offline", drop);
      document.removeEventListener("visibilitychange", nudge);
      live.stop();
    };
  }, [parts]);

  useEffect(() => {
    if (liveState === "open") return;
    const timer = setInterval(parts.catchUp, POLL_MS);
    return () => clearInterval(timer);
  }, [liveState, parts]);

  const services = useMemo<Services>(
    () => ({
      metis,
      session,
      store: parts.store,
      live: parts.live,
      outbox: parts.outbox,
      liveState,
      watch: parts.watch,
      refresh: parts.refresh,
    }),
    [metis, session, parts, liveState],
  );
  return <ServicesContext.Provider value={services}>{children}</ServicesContext.Provider>;
}
