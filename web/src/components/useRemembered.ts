import { useState } from "react";

/** What a reader has opened or closed by hand, kept while rows leave and re-enter the virtual list. */
const remembered = new Map<string, boolean>();
const LIMIT = 2_000;

export function useRemembered(key: string, initially: boolean): [boolean, (open: boolean) => void] {
  const [, redraw] = useState(0);
  const open = remembered.get(key) ?? initially;
  return [
    open,
    (next) => {
      if (remembered.size >= LIMIT) remembered.clear();
      remembered.set(key, next);
      redraw((count) => count + 1);
    },
  ];
}
