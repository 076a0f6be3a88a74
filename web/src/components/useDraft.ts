import { useCallback, useEffect, useState } from "react";

const PREFIX = "metis.draft.";
/** A draft longer than this stays in the page only: storage is small and shared. */
const LIMIT = 200_000;

function read(key: string): string {
  try {
    return localStorage.getItem(PREFIX + key) ?? "";
  } catch {
    // No storage, no kept drafts; writing still works.
    return "";
  }
}

function write(key: string, text: string): void {
  try {
    if (text === "" || text.length > LIMIT) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, text);
  } catch {
    // Full or switched off: the draft lives as long as the page.
  }
}

/** What is being written, kept per conversation over reloads. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => ({ key, text: read(key) }));
  useEffect(() => setDraft((known) => (known.key === key ? known : { key, text: read(key) })), [key]);
  const change = useCallback(
    (text: string) => {
      setDraft({ key, text });
      write(key, text);
    },
    [key],
  );
  return [draft.key === key ? draft.text : read(key), change];
}
