import type { DataRef } from "./api";

/** A text of the log: short ones stand there, long ones are referred to and only their head is at hand. */
export interface ReadText {
  text: string;
  ref: DataRef | null;
}

function asDataRef(value: unknown): DataRef | null {
  if (typeof value !== "object" || value === null) return null;
  const outer = value as Record<string, unknown>;
  const candidate = (typeof outer["dataRef"] === "object" && outer["dataRef"] !== null ? outer["dataRef"] : outer) as Record<
    string,
    unknown
  >;
  const { artifactId, bytes, sha256, head } = candidate;
  if (typeof artifactId !== "string" || typeof sha256 !== "string") return null;
  return {
    artifactId,
    sha256,
    bytes: typeof bytes === "number" ? bytes : 0,
    head: typeof head === "string" ? head : "",
  };
}

export function readText(value: unknown): ReadText {
  if (typeof value === "string") return { text: value, ref: null };
  const ref = asDataRef(value);
  if (ref !== null) return { text: ref.head, ref };
  if (value === undefined || value === null) return { text: "", ref: null };
  return { text: JSON.stringify(value, null, 2), ref: null };
}

export function readString(value: unknown): string {
  return readText(value).text;
}

export function readOptional(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function readStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** The arguments of a call, or the reference to them when they are large. */
export function readArguments(value: unknown): { value: unknown; ref: DataRef | null } {
  if (typeof value === "object" && value !== null && "dataRef" in value) {
    const ref = asDataRef(value);
    if (ref !== null) return { value: null, ref };
  }
  return { value: value ?? {}, ref: null };
}
