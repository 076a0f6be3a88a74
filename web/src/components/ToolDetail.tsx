import { Download } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { artifactContent } from "../api/metis";
import { displayOutput } from "../run/displayEscape.logic";
import type { FileDiff } from "../run/diff.logic";
import type { ToolEntry } from "../run/entries";
import { bytes, catalogueName, exitCode, stateWord } from "../run/toolLabels.logic";
import { ArgumentsView } from "./ArgumentsView";
import { DiffView } from "./DiffView";

/** What a call was given and what came of it. */
export function ToolDetail({ entry, diff }: { entry: ToolEntry; diff: FileDiff | null }) {
  const name = catalogueName(entry.tool);
  const command = name === "shell.exec";
  const output = entry.output.text !== "" ? entry.output.text : entry.preview;
  const empty = output.trim() === "";
  return (
    <>
      {diff === null && !(command && isSimple(entry.arguments)) && (
        <ArgumentsView tool={entry.tool} value={entry.arguments} reference={entry.argumentsRef} />
      )}
      {command && isSimple(entry.arguments) && (
        <p className="command-line">{`$ ${displayOutput(String((entry.arguments as Record<string, unknown>)["command"]))}`}</p>
      )}
      {diff !== null && <DiffView diff={diff} label="Changes" />}
      {diff === null && !empty && <Output text={output} dropped={entry.output.dropped} live={entry.state === "running"} />}
      {diff === null && empty && command && <p className="quiet">{entry.state === "running" ? "No output yet." : "No output."}</p>}
      <Facts entry={entry} />
    </>
  );
}

function isSimple(args: unknown): boolean {
  if (typeof args !== "object" || args === null) return false;
  const { command } = args as Record<string, unknown>;
  return typeof command === "string" && command.length < 4_000;
}

function Output({ text, dropped, live }: { text: string; dropped: number; live: boolean }) {
  const ref = useRef<HTMLPreElement>(null);
  const follow = useRef(true);
  useLayoutEffect(() => {
    const element = ref.current;
    if (live && follow.current && element !== null) element.scrollTop = element.scrollHeight;
  }, [text, live]);
  return (
    <pre
      ref={ref}
      className="output"
      tabIndex={0}
      aria-label="Output"
      onScroll={(event) => {
        const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
        follow.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {dropped > 0 && <span className="quiet">{`… ${bytes(dropped)} earlier\n`}</span>}
      {displayOutput(text)}
    </pre>
  );
}

const DECISIONS: Record<string, string | undefined> = {
  approved: "Approved by a person",
  denied: "Declined by a person",
  expired: "Nobody decided in time",
  withdrawn: "Withdrawn before anybody decided",
};

function Facts({ entry }: { entry: ToolEntry }) {
  const facts: string[] = [];
  if (entry.state !== "ok" && entry.state !== "running") facts.push(stateWord(entry.state));
  const code = exitCode(entry);
  if (code !== null) facts.push(`Exit code ${code}`);
  const decided = DECISIONS[entry.approval?.decision ?? ""];
  if (decided !== undefined) facts.push(decided);
  if (entry.approval?.comment != null) facts.push(`“${displayOutput(entry.approval.comment)}”`);
  if (facts.length === 0 && entry.artifactId === null) return null;
  return (
    <p className="facts">
      <span>{facts.join(" · ")}</span>
      {entry.artifactId !== null && (
        <a className="text-link" href={artifactContent(entry.artifactId)} download>
          <Download aria-hidden /> Full result
        </a>
      )}
    </p>
  );
}
