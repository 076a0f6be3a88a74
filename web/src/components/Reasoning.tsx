import { ChevronRight } from "lucide-react";
import { Collapsible } from "radix-ui";
import type { ReasoningEntry } from "../run/entries";
import { duration } from "../run/toolLabels.logic";
import { Markdown } from "./Markdown";
import { useRemembered } from "./useRemembered";

export function Reasoning({ entry, live }: { entry: ReasoningEntry; live: boolean }) {
  const [open, setOpen] = useRemembered(`reasoning-${entry.id}`, false);
  const growing = live && entry.endedAt === null;
  const took = Date.parse(entry.endedAt ?? "") - Date.parse(entry.startedAt);
  return (
    <Collapsible.Root className="reasoning" open={open} onOpenChange={setOpen}>
      <Collapsible.Trigger className="reasoning-head">
        <span className={growing ? "shimmer" : undefined}>
          {growing ? "Thinking" : took >= 1000 ? `Thought for ${duration(took)}` : "Thought"}
        </span>
        <ChevronRight className="chevron" aria-hidden />
      </Collapsible.Trigger>
      <Collapsible.Content className="reasoning-body">{open && <Markdown text={entry.text} live={growing} />}</Collapsible.Content>
    </Collapsible.Root>
  );
}
