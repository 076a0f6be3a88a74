const LIMIT = 60;

/** A title for a conversation, from the first line of its first message. */
export function titleOf(text: string): string {
  const line = text.trim().split("\n", 1)[0]?.replace(/\s+/g, " ").trim() ?? "";
  const points = [...line];
  if (points.length <= LIMIT) return line;
  const cut = points.slice(0, LIMIT).join("");
  const space = cut.lastIndexOf(" ");
  return `${(space > LIMIT / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, "")}…`;
}
