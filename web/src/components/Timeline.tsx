import { ArrowDown } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { useStickToBottom } from "use-stick-to-bottom";
import { Virtualizer } from "virtua";
import type { Exchange } from "../run/exchanges.logic";
import { ExchangeView } from "./ExchangeView";
import { IconButton } from "./IconButton";

interface TimelineProps {
  exchanges: readonly Exchange[];
  onNeedDetail: (runId: string) => void;
  onCancel: (runId: string) => void;
  onResend: (key: string) => void;
  onTakeBack: (key: string) => void;
  children?: ReactNode;
}

/** The conversation from top to bottom. It follows what is new while its reader is at the end, and lets go when they scroll. */
export function Timeline({ exchanges, children, ...actions }: TimelineProps) {
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({ initial: "instant", resize: "instant" });
  // What is under way keeps its place in the page: a card with the focus, or with half an answer typed, must not vanish.
  const keep = useMemo(
    () => exchanges.flatMap((exchange, index) => (exchange.phase.name === "ended" && index < exchanges.length - 1 ? [] : [index])),
    [exchanges],
  );
  return (
    <div className="timeline-frame">
      <div className="timeline" ref={scrollRef} tabIndex={0} role="region" aria-label="Conversation">
        <div ref={contentRef} className="timeline-content">
          <Virtualizer scrollRef={scrollRef} keepMounted={keep} bufferSize={600}>
            {exchanges.map((exchange) => (
              <ExchangeView key={exchange.id} exchange={exchange} {...actions} />
            ))}
          </Virtualizer>
          {children}
        </div>
      </div>
      {!isAtBottom && (
        <IconButton label="To the newest" className="to-end" onClick={() => void scrollToBottom("smooth")}>
          <ArrowDown aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
