import { CornerDownRight, FileDown, Info, OctagonX, Puzzle, RotateCcw, X } from "lucide-react";
import { memo, useCallback } from "react";
import { artifactContent } from "../api/metis";
import type { Exchange } from "../run/exchanges.logic";
import { displayLine, displayProse } from "../run/displayEscape.logic";
import { timelineRows, usageLine, type TimelineRow } from "../run/timelineRows.logic";
import { bytes } from "../run/toolLabels.logic";
import { ApprovalCard } from "./ApprovalCard";
import { LongText } from "./LongText";
import { PlanCard } from "./PlanCard";
import { QuestionCard } from "./QuestionCard";
import { Reasoning } from "./Reasoning";
import { ToolRow } from "./ToolRow";

interface ExchangeViewProps {
  exchange: Exchange;
  onNeedDetail: (runId: string) => void;
  onCancel: (runId: string) => void;
  onResend: (key: string) => void;
  onTakeBack: (key: string) => void;
}

/** One message and its answer. */
export const ExchangeView = memo(function ExchangeView({ exchange, onNeedDetail, onCancel, onResend, onTakeBack }: ExchangeViewProps) {
  const { runId } = exchange;
  const rows = timelineRows({ runId: exchange.id, entries: exchange.entries, phase: exchange.phase });
  const needDetail = useCallback(() => {
    if (runId !== null) onNeedDetail(runId);
  }, [runId, onNeedDetail]);
  return (
    <article className="exchange" data-run={runId ?? undefined} data-phase={exchange.phase.name}>
      <h2 className="sr-only">{`You said: ${displayProse(exchange.text).slice(0, 80)}`}</h2>
      <div className="user">
        <div className="bubble">{displayProse(exchange.text)}</div>
        <SendState exchange={exchange} onCancel={onCancel} onResend={onResend} onTakeBack={onTakeBack} />
      </div>
      <div className="answer-rows">
        {rows.map((row) => (
          <Row key={row.id} row={row} exchange={exchange} onNeedDetail={needDetail} />
        ))}
        {exchange.phase.name === "queued" && exchange.ahead === 0 && exchange.pending?.state !== "failed" && <Working label="Starting" />}
        <Footer exchange={exchange} />
      </div>
    </article>
  );
});

function SendState({ exchange, onCancel, onResend, onTakeBack }: Omit<ExchangeViewProps, "onNeedDetail">) {
  const { pending, runId, phase, ahead } = exchange;
  if (pending?.state === "failed") {
    return (
      <div className="send-state failed" role="alert">
        <span>{pending.problem}</span>
        <button type="button" className="text-button" onClick={() => onResend(pending.key)}>
          <RotateCcw aria-hidden /> Try again
        </button>
        <button type="button" className="text-button" onClick={() => onTakeBack(pending.key)}>
          Edit
        </button>
      </div>
    );
  }
  if (phase.name !== "queued" || ahead === 0) return null;
  return (
    <div className="send-state">
      <span>{ahead === 1 ? "Queued · next" : `Queued · position ${ahead}`}</span>
      {runId !== null && (
        <button type="button" className="text-button" onClick={() => onCancel(runId)}>
          <X aria-hidden /> Remove
        </button>
      )}
    </div>
  );
}

function Row({ row, exchange, onNeedDetail }: { row: TimelineRow; exchange: Exchange; onNeedDetail: () => void }) {
  switch (row.kind) {
    case "working":
      return <Working label={row.label} />;
    case "ending":
      return <Ending row={row} />;
    case "tool":
      return row.entry.state === "waiting" && row.entry.approval?.decision === null ? (
        <ApprovalCard entry={row.entry} approval={row.entry.approval} />
      ) : (
        <ToolRow entry={row.entry} detailed={exchange.detailed} onNeedDetail={onNeedDetail} />
      );
    case "entry":
      return <EntryRow row={row} exchange={exchange} />;
  }
}

function EntryRow({ row, exchange }: { row: Extract<TimelineRow, { kind: "entry" }>; exchange: Exchange }) {
  const { entry } = row;
  switch (entry.kind) {
    case "text":
      return (
        <div aria-live={exchange.detailed ? "polite" : undefined} aria-busy={row.live}>
          <LongText text={entry.text} reference={entry.ref} live={row.live} />
        </div>
      );
    case "reasoning":
      return <Reasoning entry={entry} live={row.live} />;
    case "question":
      return <QuestionCard entry={entry} open={exchange.phase.name !== "ended"} />;
    case "plan":
      return <PlanCard steps={entry.steps} />;
    case "steered":
      return (
        <p className="note">
          <CornerDownRight aria-hidden /> You added: {displayProse(entry.text)}
        </p>
      );
    case "artifact":
      return (
        <a className="artifact" href={artifactContent(entry.artifactId)} download>
          <FileDown aria-hidden />
          <span>{displayLine(entry.name)}</span>
          <span className="quiet">{bytes(entry.bytes)}</span>
        </a>
      );
    case "child":
      return (
        <p className="note">
          <CornerDownRight aria-hidden /> {displayLine(entry.title)}: {entry.status === null ? "working" : displayLine(entry.status)}
        </p>
      );
    case "notice":
      return (
        <p className={`note ${entry.tone}`}>
          <Info aria-hidden /> {displayLine(entry.text)}
        </p>
      );
    case "unknown":
      return (
        <p className="note">
          <Puzzle aria-hidden /> {displayLine(entry.type)}
        </p>
      );
  }
}

export function Working({ label }: { label: string }) {
  return (
    <p className="working">
      <span className="shimmer">{label}</span>
    </p>
  );
}

function Ending({ row }: { row: Extract<TimelineRow, { kind: "ending" }> }) {
  if (row.tone === "muted") return <p className="note">{row.title}</p>;
  return (
    <div className="ending" role="alert">
      <OctagonX aria-hidden />
      <div>
        <strong>{row.title}</strong>
        {row.detail !== "" && <p>{displayProse(row.detail)}</p>}
        {row.next !== null && <p className="quiet">{row.next}</p>}
      </div>
    </div>
  );
}

function Footer({ exchange }: { exchange: Exchange }) {
  if (exchange.phase.name !== "ended") return null;
  const elapsed =
    exchange.startedAt !== null && exchange.endedAt !== null ? Date.parse(exchange.endedAt) - Date.parse(exchange.startedAt) : null;
  const line = usageLine(exchange.usage, elapsed);
  return line === "" ? null : <p className="usage">{line}</p>;
}
