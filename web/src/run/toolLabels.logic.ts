import type { ToolEntry, ToolState } from "./entries";
import { displayLine } from "./displayEscape.logic";

/** How a call is worded. The tense follows the state, so that a label never claims what has not happened. */
export interface ToolLabel {
  verb: string;
  /** What it is done to: a path, a command, a pattern; may be empty. */
  subject: string;
  code: boolean;
}

interface Wording {
  base: string;
  doing: string;
  done: string;
}

const WORDING: Record<string, Wording> = {
  "shell.exec": { base: "Run", doing: "Running", done: "Ran" },
  "fs.list": { base: "List", doing: "Listing", done: "Listed" },
  "fs.read": { base: "Read", doing: "Reading", done: "Read" },
  "fs.search": { base: "Search for", doing: "Searching for", done: "Searched for" },
  "fs.write": { base: "Write", doing: "Writing", done: "Wrote" },
  "fs.edit": { base: "Edit", doing: "Editing", done: "Edited" },
  "git.diff": { base: "Compare", doing: "Comparing", done: "Compared" },
  ask_user: { base: "Ask", doing: "Asking", done: "Asked" },
  "plan.update": { base: "Update the plan", doing: "Updating the plan", done: "Updated the plan" },
};

/** A provider that forbids dots writes `_`; the catalogue's name has the dot. */
export function catalogueName(tool: string): string {
  if (Object.hasOwn(WORDING, tool)) return tool;
  const dotted = tool.replace("_", ".");
  return Object.hasOwn(WORDING, dotted) ? dotted : tool;
}

export function toolLabel(entry: Pick<ToolEntry, "tool" | "state" | "arguments">): ToolLabel {
  const name = catalogueName(entry.tool);
  const wording = Object.hasOwn(WORDING, name) ? WORDING[name] : undefined;
  const subject = subjectOf(name, entry.arguments);
  const shown = wording === undefined ? { text: displayLine(entry.tool), code: true } : subject;
  return { verb: verbOf(entry.state, wording ?? { base: "Use", doing: "Using", done: "Used" }), subject: shown.text, code: shown.code };
}

function verbOf(state: ToolState, wording: Wording): string {
  switch (state) {
    case "proposed":
    case "waiting":
      return wording.base;
    case "running":
      return wording.doing;
    case "ok":
      return wording.done;
    case "error":
      return `Failed: ${wording.base.toLowerCase()}`;
    case "timeout":
      return `Timed out: ${wording.base.toLowerCase()}`;
    case "denied":
      return `Declined: ${wording.base.toLowerCase()}`;
    case "cancelled":
      return `Stopped: ${wording.base.toLowerCase()}`;
    case "skipped":
      return `Skipped: ${wording.base.toLowerCase()}`;
  }
}

const STATE_WORDS: Record<ToolState, string> = {
  proposed: "Up next",
  waiting: "Waiting for approval",
  running: "Running",
  ok: "Done",
  error: "Failed",
  denied: "Declined",
  timeout: "Timed out",
  cancelled: "Stopped",
  skipped: "Skipped",
};

export function stateWord(state: ToolState): string {
  return STATE_WORDS[state];
}

function subjectOf(tool: string, args: unknown): { text: string; code: boolean } {
  const values = typeof args === "object" && args !== null ? (args as Record<string, unknown>) : {};
  const pick = (name: string) => (typeof values[name] === "string" ? displayLine(values[name]) : "");
  switch (tool) {
    case "shell.exec":
      return { text: pick("command"), code: true };
    case "fs.search":
      return { text: pick("pattern"), code: true };
    case "fs.list":
      return isRoot(pick("path")) ? { text: "the workspace", code: false } : { text: pick("path"), code: true };
    case "git.diff":
      return isRoot(pick("path")) ? { text: "the changes", code: false } : { text: pick("path"), code: true };
    case "fs.read":
    case "fs.write":
    case "fs.edit":
      return { text: pick("path"), code: true };
    case "ask_user":
      return { text: pick("question"), code: false };
    default:
      return { text: "", code: false };
  }
}

function isRoot(path: string): boolean {
  return path === "" || path === "." || path === "/workspace";
}

const EXIT_CODE = /\bexit[ _-]?(?:code|status)?["']?\s*[:=]?\s*(-?\d{1,10})\b/i;

/** The exit code of a command, when its result names one near the beginning or the end. */
export function exitCode(entry: Pick<ToolEntry, "tool" | "preview">): number | null {
  if (catalogueName(entry.tool) !== "shell.exec") return null;
  const firstLines = entry.preview.slice(0, 200);
  const match = EXIT_CODE.exec(firstLines);
  return match?.[1] === undefined ? null : Number(match[1]);
}

export function duration(ms: number): string {
  if (ms < 950) return `${Math.max(0, Math.round(ms / 10) * 10)} ms`;
  if (ms < 59_500) return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 999_500) return `${(count / 1000).toFixed(count < 9_950 ? 1 : 0)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}
