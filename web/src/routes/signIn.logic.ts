const FRAGMENT = /^#token=([^&]+)$/;

/** The one-time token in an address's fragment. */
export function tokenIn(hash: string): string | null {
  const match = FRAGMENT.exec(hash);
  if (match?.[1] === undefined) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    // A broken escape is no token of ours; the server would refuse it anyway.
    return null;
  }
}

/**
 * Takes the token out of the address bar before anything else can see it: history, a copied address, a screenshot.
 * Any fragment that looks like a token is removed, readable or not.
 */
export function takeToken(location: Location, history: History): string | null {
  if (!location.hash.startsWith("#token=")) return null;
  const token = tokenIn(location.hash);
  history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}
