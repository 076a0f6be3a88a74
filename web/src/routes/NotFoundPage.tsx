import { Link } from "react-router";

export function NotFoundPage({ what = "This page" }: { what?: string }) {
  return (
    <main id="main" className="blank" tabIndex={-1}>
      <h1>{what} does not exist</h1>
      <p>It may have been deleted, or it belongs to somebody else.</p>
      <Link className="button" to="/">
        Start a new conversation
      </Link>
    </main>
  );
}
