import { useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useParams } from "react-router";
import { ApiProblem, explain } from "../api/problem";
import { ModelMenu, ModeMenu } from "../components/ChoiceMenus";
import { Composer } from "../components/Composer";
import { DeleteDialog, RenameDialog } from "../components/ConversationDialogs";
import { ConversationMenu, conversationTitle } from "../components/ConversationItem";
import { Timeline } from "../components/Timeline";
import { useToast } from "../components/Toasts";
import type { Conversation } from "../contract/api";
import { announcement } from "../run/announce.logic";
import { useDrawerButton } from "./Shell";
import { NotFoundPage } from "./NotFoundPage";
import { useServices } from "./services";
import { useConversation } from "./useConversation";
import { useModels } from "./useModels";
import { useTitle } from "./useTitle";

export function ConversationPage() {
  const { conversationId = "" } = useParams();
  return <OneConversation key={conversationId} conversationId={conversationId} />;
}

function OneConversation({ conversationId }: { conversationId: string }) {
  const { metis, outbox, refresh } = useServices();
  const toast = useToast();
  const { conversation, messages, runs, exchanges, active, loadRun } = useConversation(conversationId);
  const cancel = useMutation({
    mutationFn: (runId: string) => metis.cancel(runId),
    onError: (error) => {
      // Already ended: the list says how.
      if (!(error instanceof ApiProblem && error.status === 409)) toast(explain(error));
    },
    onSettled: refresh.run,
  });
  const cancelRun = cancel.mutate;
  const onCancel = useCallback((runId: string) => cancelRun(runId), [cancelRun]);
  const onResend = useCallback((key: string) => outbox.resend(conversationId, key), [outbox, conversationId]);
  const [insert, setInsert] = useState({ text: "", times: 0 });
  const onTakeBack = useCallback(
    (key: string) => {
      const text = outbox.takeBack(conversationId, key);
      if (text !== null) setInsert((known) => ({ text, times: known.times + 1 }));
    },
    [outbox, conversationId],
  );
  const title = conversation.data === undefined ? "" : conversationTitle(conversation.data);
  useTitle(title);

  const failure = conversation.error ?? messages.error ?? runs.error;
  if (failure instanceof ApiProblem && failure.status === 404) return <NotFoundPage what="This conversation" />;
  const stopping =
    (active !== null && active.runId === null) ||
    active?.phase.name === "cancelling" ||
    (cancel.isPending && cancel.variables === active?.runId);
  return (
    <main id="main" className="conversation" tabIndex={-1}>
      <Header conversation={conversation.data ?? null} title={title} />
      {failure !== null && exchanges.length === 0 ? (
        <div className="blank">
          <p className="problem">{explain(failure)}</p>
          <button type="button" className="button" onClick={refresh.run}>
            Try again
          </button>
        </div>
      ) : messages.isPending || runs.isPending ? (
        <div className="timeline-frame" role="status" aria-label="Loading" />
      ) : (
        <Timeline exchanges={exchanges} onNeedDetail={loadRun} onCancel={onCancel} onResend={onResend} onTakeBack={onTakeBack}>
          {exchanges.length === 0 && <p className="quiet empty">Nothing has been said here yet.</p>}
        </Timeline>
      )}
      <p className="sr-only" aria-live="polite">
        {announcement(exchanges)}
      </p>
      <div className="dock">
        <Composer
          draftKey={conversationId}
          placeholder={active === null ? "Message Metis" : "Write the next message"}
          busy={active !== null}
          stopping={stopping}
          insert={insert}
          disabled={conversation.data === undefined}
          onSend={(text) => outbox.add(conversationId, text)}
          onStop={() => {
            if (active?.runId != null) cancel.mutate(active.runId);
          }}
          controls={<Controls conversation={conversation.data ?? null} />}
        />
      </div>
    </main>
  );
}

function Header({ conversation, title }: { conversation: Conversation | null; title: string }) {
  const drawer = useDrawerButton();
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  return (
    <header className="head">
      {drawer}
      <h1>{title}</h1>
      {conversation !== null && (
        <>
          <ConversationMenu title={title} onRename={() => setDialog("rename")} onDelete={() => setDialog("delete")} />
          <RenameDialog conversation={conversation} open={dialog === "rename"} onClose={() => setDialog(null)} />
          <DeleteDialog conversation={conversation} open={dialog === "delete"} current onClose={() => setDialog(null)} />
        </>
      )}
    </header>
  );
}

function Controls({ conversation }: { conversation: Conversation | null }) {
  const { metis, session, refresh } = useServices();
  const toast = useToast();
  const { models, fallback } = useModels();
  const change = useMutation({
    mutationFn: (wanted: Partial<Pick<Conversation, "mode" | "provider" | "model">>) =>
      metis.changeConversation(conversation?.id ?? "", wanted),
    onError: (error) => toast(explain(error)),
    onSettled: refresh.lists,
  });
  if (conversation === null) return null;
  const mode = change.isPending ? (change.variables.mode ?? conversation.mode) : conversation.mode;
  const choice =
    conversation.provider !== null && conversation.model !== null
      ? { provider: conversation.provider, model: conversation.model }
      : fallback;
  return (
    <>
      <ModeMenu
        mode={mode}
        mayFull={session.scopes.includes("mode:full")}
        disabled={change.isPending}
        onChange={(next) => change.mutate({ mode: next })}
      />
      <ModelMenu models={models} choice={choice} disabled={change.isPending} onChange={(next) => change.mutate(next)} />
    </>
  );
}
