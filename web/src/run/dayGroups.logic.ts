import type { Conversation } from "../contract/api";

export interface DayGroup {
  label: string;
  conversations: Conversation[];
}

/** Groups conversations, newest first, under words for the day they were last touched, in the reader's time zone. */
export function dayGroups(conversations: readonly Conversation[], now: Date): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const conversation of conversations) {
    const label = dayLabel(new Date(conversation.updatedAt), now);
    const last = groups.find((group) => group.label === label);
    if (last === undefined) groups.push({ label, conversations: [conversation] });
    else last.conversations.push(conversation);
  }
  return groups;
}

export function dayLabel(date: Date, now: Date): string {
  if (Number.isNaN(date.getTime())) return "Earlier";
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days < 7) return "This week";
  if (days < 31) return "This month";
  return date.toLocaleDateString("en", { month: "long", year: "numeric" });
}

function midnight(date: Date): number {
  // The calendar day as UTC, so that a change of the clocks cannot move a date.
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
