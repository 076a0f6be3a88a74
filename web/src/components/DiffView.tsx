import type { FileDiff } from "../run/diff.logic";
import { EscapedText } from "./EscapedText";

const MAX_LINES = 600;

export function DiffView({ diff, label, numbers = true }: { diff: FileDiff; label: string; numbers?: boolean }) {
  let left = MAX_LINES;
  const total = diff.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  return (
    <div className="diff" tabIndex={0} role="region" aria-label={label}>
      <table>
        <tbody>
          {diff.hunks.map((hunk, at) => {
            const lines = hunk.lines.slice(0, Math.max(0, left));
            left -= hunk.lines.length;
            return lines.map((line, index) => (
              <tr key={`${at}-${index}`} className={`${line.kind}${at > 0 && index === 0 ? " apart" : ""}`}>
                {numbers && <td className="number">{line.newLine ?? line.oldLine}</td>}
                <td className="sign">
                  <span aria-hidden>{line.kind === "added" ? "+" : line.kind === "removed" ? "−" : " "}</span>
                  {line.kind !== "context" && <span className="sr-only">{line.kind}: </span>}
                </td>
                <td className="line">
                  <EscapedText text={line.text} />
                </td>
              </tr>
            ));
          })}
        </tbody>
      </table>
      {total > MAX_LINES && <p className="diff-rest">{(total - MAX_LINES).toLocaleString("en")} more lines</p>}
    </div>
  );
}

export function DiffCount({ diff }: { diff: FileDiff }) {
  return (
    <span className="diff-count" role="img" aria-label={`${diff.added} lines added, ${diff.removed} removed`}>
      {diff.added > 0 && <span className="plus">+{diff.added}</span>} {diff.removed > 0 && <span className="minus">−{diff.removed}</span>}
    </span>
  );
}
