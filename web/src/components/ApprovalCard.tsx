import { useMutation, useQuery } from "@tanstack/react-query";
import { ShieldQuestion } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { ApiProblem, explain } from "../api/problem";
import type { ToolApproval, ToolEntry } from "../run/entries";
import { displayLine } from "../run/displayEscape.logic";
import { catalogueName } from "../run/toolLabels.logic";
import { countdown } from "../run/timelineRows.logic";
import { useServices } from "../routes/services";
import { ArgumentsView } from "./ArgumentsView";

const ASKS: Record<string, string | undefined> = {
  "shell.exec": "Run this command?",
  "fs.write": "Write this file?",
  "fs.edit": "Make this edit?",
};

/** One call that waits for a person. What is shown is what will run: same arguments, same hash. */
export function ApprovalCard({ entry, approval }: { entry: ToolEntry; approval: ToolApproval }) {
  const { metis, session, refresh } = useServices();
  const [denying, setDenying] = useState(false);
  const [comment, setComment] = useState("");
  const titleId = useId();
  const left = useTimeLeft(approval.expiresAt);
  const allowed = session.scopes.includes("approvals:decide");
  // The stored request has the reason in words, and tells whether it was decided elsewhere meanwhile.
  const stored = useQuery({ queryKey: ["approval", approval.approvalId], queryFn: () => metis.approval(approval.approvalId) });
  const decide = useMutation({
    mutationFn: (decision: "approve" | "deny") =>
      metis.decide(approval.approvalId, decision, approval.argumentsHash, decision === "deny" ? comment.trim() : ""),
    onSettled: () => refresh.run(),
  });
  const expired = left !== null && left <= 0;
  const settled = decide.isSuccess || outcomeFor(decide.error) !== null;
  const locked = decide.isPending || settled || expired || !allowed;
  const reason = displayLine(stored.data?.reason ?? entry.reason ?? "");
  return (
    <section className="ask approval" aria-labelledby={titleId}>
      <header className="ask-head">
        <ShieldQuestion aria-hidden />
        <h3 id={titleId}>{ASKS[catalogueName(entry.tool)] ?? `Use ${displayLine(entry.tool)}?`}</h3>
        {left !== null && !settled && <span className={`ask-time${left < 60_000 ? " soon" : ""}`}>{countdown(left)}</span>}
      </header>
      {reason !== "" && <p className="ask-reason">{reason}</p>}
      <ArgumentsView tool={entry.tool} value={entry.arguments} reference={entry.argumentsRef} />
      {denying && !settled && (
        <label className="field">
          <span>What should it do instead? (optional)</span>
          <textarea rows={2} value={comment} maxLength={2_000} autoFocus onChange={(event) => setComment(event.target.value)} />
        </label>
      )}
      <div className="ask-actions">
        {denying ? (
          <>
            <button type="button" className="button danger" disabled={locked} onClick={() => decide.mutate("deny")}>
              Decline
            </button>
            <button type="button" className="button ghost" disabled={locked} onClick={() => setDenying(false)}>
              Back
            </button>
          </>
        ) : (
          <>
            <button type="button" className="button primary" disabled={locked} onClick={() => decide.mutate("approve")}>
              Approve
            </button>
            <button type="button" className="button" disabled={locked} onClick={() => setDenying(true)}>
              Decline…
            </button>
          </>
        )}
        <span className="ask-hash" title={`Bound to these exact arguments: ${displayLine(approval.argumentsHash)}`}>
          once, for exactly this
        </span>
      </div>
      <p className="ask-outcome" role="status">
        {decide.isPending && "Sending…"}
        {decide.isSuccess && (decide.variables === "approve" ? "Approved. Continuing…" : "Declined. The agent is told.")}
        {decide.isError && (outcomeFor(decide.error) ?? explain(decide.error))}
        {!decide.isError && !settled && expired && "This approval has expired. Nothing was run."}
        {!allowed && "You may look, but this sign-in is not allowed to decide."}
      </p>
    </section>
  );
}

/** The answers after which deciding again is pointless; null for those after which it is not. */
function outcomeFor(error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null;
  if (error.status === 410) return "Too late: this approval has expired. Nothing was run.";
  if (error.status === 412) return "The arguments are no longer those shown here, so nothing was approved. Reload to see the present ones.";
  if (error.status === 409) {
    return error.code === "approval_stale"
      ? "The file has changed since this was proposed, so nothing was approved. The agent will have to propose it anew."
      : "This was already decided the other way, here or elsewhere.";
  }
  if (error.status === 403) return "You are not allowed to decide this.";
  return null;
}

function useTimeLeft(expiresAt: string): number | null {
  const end = Date.parse(expiresAt);
  const [now, setNow] = useState(() => Date.now());
  const left = Number.isNaN(end) ? null : end - now;
  useEffect(() => {
    if (left === null || left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left > 120_000 ? 15_000 : 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
