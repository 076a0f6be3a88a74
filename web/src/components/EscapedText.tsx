import { Fragment } from "react";
import { displayParts } from "../run/displayEscape.logic";

/** A text as it really is: what would be invisible is spelled out, in a look that plain text cannot imitate. */
export function EscapedText({ text }: { text: string }) {
  return (
    <>
      {displayParts(text).map((part, index) =>
        part.kind === "text" ? (
          <Fragment key={index}>{part.text}</Fragment>
        ) : (
          <span key={index} className="escape">
            {part.text}
          </span>
        ),
      )}
    </>
  );
}
