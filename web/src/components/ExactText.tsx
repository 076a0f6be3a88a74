import { useState } from "react";
import { excerpt } from "../run/displayEscape.logic";
import { EscapedText } from "./EscapedText";

const LIMITS = { headLines: 14, tailLines: 3, chars: 1_500 };

/** A text that somebody decides on: exact, nothing invisible, and whatever is left out for its length is counted. */
export function ExactText({ text, label }: { text: string; label: string }) {
  const [open, setOpen] = useState(false);
  const cut = excerpt(text, LIMITS);
  const hidden = cut.hiddenLines > 0 || cut.hiddenChars > 0;
  if (!hidden || open) {
    return (
      <pre className="exact" tabIndex={0} aria-label={label}>
        <EscapedText text={text} />
        {open && (
          <button type="button" className="more" onClick={() => setOpen(false)}>
            Show less
          </button>
        )}
      </pre>
    );
  }
  return (
    <pre className="exact whole" tabIndex={0} aria-label={label}>
      <EscapedText text={cut.head} />
      <button type="button" className="more" onClick={() => setOpen(true)}>
        {countWords(cut.hiddenLines, cut.hiddenChars)}
      </button>
      <EscapedText text={cut.tail} />
    </pre>
  );
}

function countWords(lines: number, chars: number): string {
  const words = [];
  if (lines > 0) words.push(`${lines.toLocaleString("en")} more ${lines === 1 ? "line" : "lines"}`);
  if (chars > 0) words.push(`${chars.toLocaleString("en")} more characters`);
  return `${words.join(" and ")} – show all`;
}
