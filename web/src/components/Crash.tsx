import { Component, type ReactNode } from "react";

/** The last resort when the page itself fails: says so, and that nothing is lost by loading it again. */
export class Crash extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="sign-in" role="alert">
        <h1>This page broke</h1>
        <p>Your conversations and runs are on the server and go on without it.</p>
        <button type="button" className="button primary" onClick={() => window.location.reload()}>
          Load it again
        </button>
      </main>
    );
  }
}
