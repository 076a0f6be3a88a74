import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { explain } from "../api/problem";
import { ModelMenu, ModeMenu, type ModelChoice } from "../components/ChoiceMenus";
import { Composer } from "../components/Composer";
import type { Mode } from "../contract/api";
import { titleOf } from "../run/title.logic";
import { useTitle } from "./useTitle";
import { useDrawerButton } from "./Shell";
import { useServices } from "./services";
import { useModels } from "./useModels";

const SUGGESTIONS = [
  {
    title: "Show me what you can do",
    text: "Show me what you can do: make a plan, work in the sandbox, and ask me before you change anything.",
  },
  {
    title: "Write a small program",
    text: "Write a small program in the workspace that prints the first twenty prime numbers, and run it.",
  },
  { title: "Look around the workspace", text: "List what is in the workspace and tell me in a few sentences what it is." },
  {
    title: "Plan before doing",
    text: "Make a plan for setting up a small project with tests, and ask me about anything that is unclear first.",
  },
];

export function NewConversationPage() {
  const { metis, outbox, session, refresh } = useServices();
  const { models, fallback } = useModels();
  const navigate = useNavigate();
  const drawer = useDrawerButton();
  const [mode, setMode] = useState<Mode>("approval-required");
  const [model, setModel] = useState<ModelChoice | null>(null);
  const [insert, setInsert] = useState({ text: "", times: 0 });
  useTitle("");
  // The same first message tried again is the same conversation: its key stays until the message or the choices change.
  const attempt = useRef({ what: "", key: "" });
  const begin = useMutation({
    mutationFn: (text: string) => {
      const body = { title: titleOf(text), profile: "developer", mode, ...(model ?? {}) };
      const what = JSON.stringify([text, body]);
      if (attempt.current.what !== what) attempt.current = { what, key: crypto.randomUUID() };
      return metis.createConversation(body, attempt.current.key);
    },
    onSuccess: (conversation, text) => {
      attempt.current = { what: "", key: "" };
      outbox.add(conversation.id, text);
      refresh.lists();
      void navigate(`/c/${conversation.id}`);
    },
    onError: (_, text) => setInsert((known) => ({ text, times: known.times + 1 })),
  });
  return (
    <main id="main" className="conversation" tabIndex={-1}>
      <header className="head bare">{drawer}</header>
      <div className="welcome">
        <h1>What shall we work on?</h1>
        <p className="quiet">Metis plans, works in a sandbox of its own, and asks before it changes anything.</p>
        <ul className="suggestions">
          {SUGGESTIONS.map((suggestion) => (
            <li key={suggestion.title}>
              <button type="button" onClick={() => setInsert((known) => ({ text: suggestion.text, times: known.times + 1 }))}>
                <strong>{suggestion.title}</strong>
                <span>{suggestion.text}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className="dock">
        {begin.isError && (
          <p className="problem dock-problem" role="alert">
            {explain(begin.error)}
          </p>
        )}
        <Composer
          draftKey="new"
          placeholder="Message Metis"
          busy={false}
          stopping={false}
          disabled={begin.isPending}
          insert={insert}
          onSend={(text) => begin.mutate(text)}
          onStop={() => undefined}
          controls={
            <>
              <ModeMenu mode={mode} mayFull={session.scopes.includes("mode:full")} disabled={begin.isPending} onChange={setMode} />
              <ModelMenu models={models} choice={model ?? fallback} disabled={begin.isPending} onChange={setModel} />
            </>
          }
        />
      </div>
    </main>
  );
}
