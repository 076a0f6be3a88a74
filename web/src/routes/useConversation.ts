import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { ApiProblem } from "../api/problem";
import type { Run } from "../contract/api";
import { activeExchange, exchangesOf, keepUnchanged, type Exchange } from "../run/exchanges.logic";
import { phaseOfRun } from "../run/history.logic";
import { hasEnded } from "../run/reducer";
import { useServices } from "./services";

/** Everything one conversation's page shows, from lists, events and messages on their way. */
export function useConversation(conversationId: string) {
  const { metis, store, live, outbox, watch } = useServices();
  const conversation = useQuery({
    queryKey: ["conversation", conversationId],
    queryFn: () => metis.conversation(conversationId),
    retry: retryUnlessGone,
  });
  const messages = useQuery({
    queryKey: ["messages", conversationId],
    queryFn: () => metis.messages(conversationId),
    retry: retryUnlessGone,
  });
  const runs = useQuery({ queryKey: ["runs", conversationId], queryFn: () => metis.runs(conversationId), retry: retryUnlessGone });
  const version = useSyncExternalStore(
    useCallback((listener) => store.subscribe(listener), [store]),
    () => store.version(),
  );
  const pending = useSyncExternalStore(
    useCallback((listener) => outbox.subscribe(listener), [outbox]),
    () => outbox.of(conversationId),
  );

  useEffect(() => live.watchConversation(conversationId), [live, conversationId]);
  const open = useMemo(
    () => openRuns(runs.data ?? [], pending, conversation.data?.activeRunId ?? null),
    [runs.data, pending, conversation.data],
  );
  useEffect(() => {
    const stops = open.split(" ").flatMap((runId) => (runId === "" ? [] : [follow(runId)]));
    return () => stops.forEach((stop) => stop());
    function follow(runId: string): () => void {
      const known = store.view(runId);
      // A load that fails is repeated by the live channel's catch-up; the run stays "working" until its end is known.
      if (known === null || !hasEnded(known)) store.load(runId).catch(() => undefined);
      return watch(runId);
    }
  }, [open, store, watch]);

  const loadRun = useCallback((runId: string) => void store.load(runId).catch(() => undefined), [store]);
  const shown = useRef<readonly Exchange[]>([]);
  const exchanges = useMemo<readonly Exchange[]>(
    () => {
      const now = exchangesOf({
        messages: messages.data ?? [],
        runs: runs.data ?? [],
        viewOf: (runId) => store.view(runId),
        isLoaded: (runId) => store.isLoaded(runId),
        pending,
      });
      shown.current = keepUnchanged(shown.current, now);
      return shown.current;
    },
    // The store's views are read anew with each of its versions.
    [messages.data, runs.data, pending, store, version],
  );
  useEffect(() => {
    outbox.settle(conversationId, new Set((messages.data ?? []).map((message) => message.runId)));
  }, [messages.data, outbox, conversationId]);

  return { conversation, messages, runs, exchanges, active: activeExchange(exchanges), loadRun };
}

/** The runs whose events are followed, as one string so that an unchanged set is an unchanged value. */
function openRuns(runs: readonly Run[], pending: readonly { runId: string | null }[], active: string | null): string {
  const ids = new Set(runs.filter((run) => phaseOfRun(run).name !== "ended").map((run) => run.id));
  for (const send of pending) if (send.runId !== null) ids.add(send.runId);
  if (active !== null) ids.add(active);
  return [...ids].sort().join(" ");
}

function retryUnlessGone(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ApiProblem && (error.status === 404 || error.status === 401));
}
