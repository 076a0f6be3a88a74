/**
 * Makes visible what a text hides: control, format, zero-width, bidirectional, tag and filler characters become
 * `\u{…}`. Only the display is escaped; the value that is hashed, sent and executed stays what it was.
 */

export type DisplayPart = { kind: "text"; text: string } | { kind: "escape"; text: string };

// Everything that prints nothing, changes the order of what is printed, or passes for a plain space.
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00A0\u1680\u2000-\u200A\u202F\u205F\u2800\u3000]/u;

// What must never reach a page raw, not even in prose: controls, line separators and direction overrides.
const RAW_CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;

// Colour codes (SGR) of terminals: they carry no text and are dropped from the display of output.
const SGR = /\u001B\[[0-9;:]*m/g;

export function escapeCodePoint(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Splits a text into what may be shown as it is and what must be spelled out. Tabs and newlines stay. */
export function displayParts(text: string): DisplayPart[] {
  const parts: DisplayPart[] = [];
  let plain = "";
  const flush = () => {
    if (plain !== "") parts.push({ kind: "text", text: plain });
    plain = "";
  };
  for (const char of text) {
    if (char !== "\n" && char !== "\t" && HIDDEN.test(char)) {
      flush();
      const last = parts[parts.length - 1];
      if (last?.kind === "escape") last.text += escapeCodePoint(char);
      else parts.push({ kind: "escape", text: escapeCodePoint(char) });
    } else {
      plain += char;
    }
  }
  flush();
  return parts;
}

/** The same as one string, for labels and titles: one line, nothing hidden. */
export function displayLine(text: string): string {
  return displayParts(text.replace(/[\n\t]+/g, " "))
    .map((part) => part.text)
    .join("");
}

/** Prose (Markdown): keeps scripts, emoji and their joiners whole, spells out controls and direction overrides. */
export function displayProse(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(RAW_CONTROL, escapeCodePoint);
}

/** Output of a command: colours dropped, a lone carriage return begins a line, every other control is spelled out. */
export function displayOutput(text: string): string {
  return text.replace(SGR, "").replace(/\r\n?/g, "\n").replace(RAW_CONTROL, escapeCodePoint);
}

export interface Excerpt {
  head: string;
  /** Lines between head and tail that are not shown. */
  hiddenLines: number;
  /** Characters that were left out of head and tail because a line is very long. */
  hiddenChars: number;
  tail: string;
}

export interface ExcerptLimits {
  headLines: number;
  tailLines: number;
  chars: number;
}

/** A long text cut for a first look: its beginning and its very end are shown and what lies between is counted. */
export function excerpt(text: string, limits: ExcerptLimits): Excerpt {
  const lines = text.split("\n");
  const whole = lines.length <= limits.headLines + limits.tailLines + 1;
  const head = whole ? text : lines.slice(0, limits.headLines).join("\n");
  const tail = whole ? "" : lines.slice(lines.length - limits.tailLines).join("\n");
  const cutHead = cutAfter(head, limits.chars);
  const cutTail = cutBefore(tail, limits.chars);
  return {
    head: cutHead,
    tail: cutTail,
    hiddenLines: whole ? 0 : lines.length - limits.headLines - limits.tailLines,
    hiddenChars: head.length - cutHead.length + (tail.length - cutTail.length),
  };
}

function cutAfter(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const code = text.charCodeAt(limit - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit);
}

function cutBefore(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.length - limit;
  const code = text.charCodeAt(start);
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? start + 1 : start);
}
