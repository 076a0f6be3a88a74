import {
  ChevronRight,
  CircleSlash,
  FilePen,
  FilePlus2,
  FileSearch,
  FileText,
  FolderTree,
  GitCompare,
  ListChecks,
  MessageCircleQuestion,
  SquareTerminal,
  TriangleAlert,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import { Collapsible } from "radix-ui";
import { memo, useEffect } from "react";
import type { ToolEntry } from "../run/entries";
import { diffIn } from "../run/diff.logic";
import { catalogueName, duration, exitCode, stateWord, toolLabel } from "../run/toolLabels.logic";
import { DiffCount } from "./DiffView";
import { ToolDetail } from "./ToolDetail";
import { useRemembered } from "./useRemembered";

const ICONS: Record<string, LucideIcon | undefined> = {
  "shell.exec": SquareTerminal,
  "fs.list": FolderTree,
  "fs.read": FileText,
  "fs.search": FileSearch,
  "fs.write": FilePlus2,
  "fs.edit": FilePen,
  "git.diff": GitCompare,
  "plan.update": ListChecks,
  ask_user: MessageCircleQuestion,
};

interface ToolRowProps {
  entry: ToolEntry;
  /** Outputs and times are here; without them opening the row asks for them. */
  detailed: boolean;
  onNeedDetail: () => void;
}

export const ToolRow = memo(function ToolRow({ entry, detailed, onNeedDetail }: ToolRowProps) {
  const name = catalogueName(entry.tool);
  const label = toolLabel(entry);
  const diff = name === "fs.edit" || name === "fs.write" || name === "git.diff" ? diffIn(entry.preview) : null;
  const small = diff !== null && name !== "git.diff" && diff.added + diff.removed <= 14;
  const [open, setOpen] = useRemembered(
    `tool-${entry.callId}`,
    entry.state === "running" || (detailed && (entry.state === "error" || small)),
  );
  useEffect(() => {
    if (open && !detailed) onNeedDetail();
  }, [open, detailed, onNeedDetail]);
  const Icon =
    entry.state === "error" || entry.state === "timeout"
      ? TriangleAlert
      : entry.state === "denied" || entry.state === "cancelled"
        ? CircleSlash
        : (ICONS[name] ?? Wrench);
  return (
    <Collapsible.Root className={`tool ${entry.state}`} open={open} onOpenChange={setOpen}>
      <Collapsible.Trigger className="tool-head">
        <Icon className="tool-icon" aria-hidden />
        <span className="tool-label">
          <span className="tool-verb">{label.verb}</span>{" "}
          {label.subject !== "" && (label.code ? <code>{label.subject}</code> : <span className="tool-subject">{label.subject}</span>)}
        </span>
        <span className="tool-meta">
          {diff !== null && <DiffCount diff={diff} />}
          <ToolMeta entry={entry} />
        </span>
        <ChevronRight className="chevron" aria-hidden />
      </Collapsible.Trigger>
      <Collapsible.Content className="tool-body">{open && <ToolDetail entry={entry} diff={diff} />}</Collapsible.Content>
    </Collapsible.Root>
  );
});

function ToolMeta({ entry }: { entry: ToolEntry }) {
  if (entry.state === "running") return <span className="spinner" role="img" aria-label={stateWord(entry.state)} />;
  const code = exitCode(entry);
  const words: string[] = [];
  if (code !== null && (code !== 0 || entry.state !== "ok")) words.push(`exit ${code}`);
  if (entry.durationMs !== null && entry.durationMs >= 100) words.push(duration(entry.durationMs));
  return words.length === 0 ? null : <span>{words.join(" · ")}</span>;
}
