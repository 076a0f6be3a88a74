import { Mark } from "../components/Mark";

interface SignInPageProps {
  /** A link was followed, and the server did not take its token. */
  spent: boolean;
  unreachable: boolean;
  onRetry: () => void;
}

export function SignInPage({ spent, unreachable, onRetry }: SignInPageProps) {
  return (
    <main className="sign-in">
      <Mark />
      {unreachable ? (
        <>
          <h1>Metis is not answering</h1>
          <p>
            Start it with <code>./metis up</code> in the folder of the project, then try again.
          </p>
          <button type="button" className="button primary" onClick={onRetry}>
            Try again
          </button>
        </>
      ) : (
        <>
          <h1>{spent ? "That link is used up" : "Ask for a link"}</h1>
          <p>
            {spent
              ? "A sign-in link works once, and only for a short while. Make a new one:"
              : "Metis signs you in by a link from your own terminal. Make one:"}
          </p>
          <pre tabIndex={0} aria-label="Command">
            <code>./metis link</code>
          </pre>
          <p className="quiet">Open the address it prints in this browser. Nothing else is needed, no password, no account.</p>
        </>
      )}
    </main>
  );
}
