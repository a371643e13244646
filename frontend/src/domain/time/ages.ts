import { messages as m } from "@/messages";

const MINUTE_MS = 60_000;

/** How long ago: under an hour in minutes, under a day in hours, else in days. */
export function formatAge(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS));
  if (minutes < 60) return m.ages.minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? m.ages.hours({ hours }) : m.ages.days({ days: Math.floor(hours / 24) });
}
