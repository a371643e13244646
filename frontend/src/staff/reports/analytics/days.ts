import { currentLocale } from "@/messages/language";

/** Calendar days (2026-11-21) without a zone: counted and written as they are. */

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function isDay(text: string | null): text is string {
  return text !== null && DAY.test(text) && dayText(utc(text)) === text;
}

export function addDays(day: string, count: number): string {
  return dayText(utc(day) + count * DAY_MS);
}

/** Both ends count. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** How many days, both ends counted. */
export function dayCount(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / DAY_MS) + 1;
}

/** Nov 21 */
export function shortDay(day: string): string {
  return format(day, { month: "short", day: "numeric" });
}

/** Sat, Nov 21, 2026 */
export function longDay(day: string): string {
  return format(day, { weekday: "short", month: "short", day: "numeric", year: "numeric" });
}

function format(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: "UTC" }).format(utc(day));
}

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayText(instant: number): string {
  return Number.isNaN(instant) ? "" : new Date(instant).toISOString().slice(0, 10);
}
