import type { Exchange } from "./exchanges.logic";
import { toolLabel } from "./toolLabels.logic";

/** What a screen reader is told about the newest run: turning points. The text itself is read where it stands, once it is whole. */
export function announcement(exchanges: readonly Exchange[]): string {
  const last = exchanges.findLast((exchange) => exchange.phase.name !== "queued");
  if (last === undefined) return "";
  switch (last.phase.name) {
    case "queued":
      return "";
    case "running":
      return "Metis is working.";
    case "cancelling":
      return "Stopping.";
    case "waiting": {
      if (last.phase.on === "user") return "Metis asks a question.";
      const call = last.entries.find((entry) => entry.kind === "tool" && entry.state === "waiting");
      if (call?.kind !== "tool") return "Metis is waiting.";
      const label = toolLabel(call);
      return `Approval needed: ${label.verb} ${label.subject}`;
    }
    case "ended":
      return ended(last);
  }
}

function ended(exchange: Exchange): string {
  if (exchange.phase.name !== "ended") return "";
  switch (exchange.phase.outcome) {
    case "cancelled":
      return "Stopped.";
    case "failed":
      return `The run failed. ${exchange.phase.error?.message ?? ""}`;
    case "interrupted":
      return "The run was interrupted.";
    case "completed":
      return "Metis has answered.";
  }
}
