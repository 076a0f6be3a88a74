import { parsePatch, structuredPatch } from "diff";

export interface DiffLine {
  kind: "context" | "added" | "removed";
  oldLine: number | null;
  newLine: number | null;
  text: string;
}

export interface DiffHunk {
  header: string;
  lines: DiffLine[];
}

export interface FileDiff {
  hunks: DiffHunk[];
  added: number;
  removed: number;
}

interface RawHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

/** The unified diff inside a result's text; null when there is none, or none that can be read whole. */
export function diffIn(text: string): FileDiff | null {
  const start = text.search(/^(?:diff --git |--- )/m);
  if (start === -1 || !/^@@ /m.test(text.slice(start))) return null;
  try {
    const hunks = parsePatch(trimAfterDiff(text.slice(start))).flatMap((file) => file.hunks as RawHunk[]);
    return hunks.length === 0 ? null : fileDiff(hunks);
  } catch {
    // A preview is cut at a size: what is left of the diff may not parse, and is then shown as text.
    return null;
  }
}

function trimAfterDiff(text: string): string {
  const lines = text.split("\n");
  let end = lines.length;
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? "";
    if (
      !/^(?:diff --git |index |new file|deleted file|old mode|new mode|similarity|rename |--- |\+\+\+ |@@ |[ +\-\\])/.test(line) &&
      line !== ""
    ) {
      end = i;
      break;
    }
  }
  while (end > 0 && lines[end - 1] === "") end -= 1;
  return `${lines.slice(0, end).join("\n")}\n`;
}

/** What an edit would change, from its own words: the old text against the new, without knowing where they stand. */
export function proposedDiff(oldText: string, newText: string): FileDiff {
  const patch = structuredPatch("before", "after", oldText, newText, "", "", { context: 3 });
  return fileDiff(patch.hunks as RawHunk[]);
}

function fileDiff(hunks: readonly RawHunk[]): FileDiff {
  let added = 0;
  let removed = 0;
  const shown = hunks.map((hunk) => {
    let oldLine = hunk.oldStart;
    let newLine = hunk.newStart;
    const lines = hunk.lines.flatMap((raw): DiffLine[] => {
      const text = raw.slice(1);
      switch (raw[0]) {
        case "+":
          added += 1;
          return [{ kind: "added", oldLine: null, newLine: newLine++, text }];
        case "-":
          removed += 1;
          return [{ kind: "removed", oldLine: oldLine++, newLine: null, text }];
        case "\\":
          return [];
        default:
          return [{ kind: "context", oldLine: oldLine++, newLine: newLine++, text }];
      }
    });
    return { header: `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`, lines };
  });
  return { hunks: shown, added, removed };
}
