/** Calendar days as the API writes them, 2026-11-23, without a zone, and the weeks that they belong to. */
import { currentLocale } from "@/messages/language";
import { instantOf } from "./local-times-and-instants";
import { weekdayInWords } from "./time-words";

export type CalendarDay = string;

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DAY_MS = 24 * 3_600_000;
const DAYS_OF_WEEK = 7;
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Not February 30, which some browsers read as a day of March. */
export function isCalendarDay(text: string | null | undefined): text is CalendarDay {
  return text != null && PATTERN.test(text) && dayOf(Date.parse(text)) === text;
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

/** Both ends count. */
export function daysBetween(from: CalendarDay, to: CalendarDay): CalendarDay[] {
  return Array.from({ length: dayCount(from, to) }, (_, index) => addDays(from, index));
}

/** How many days, both ends counted. */
export function dayCount(from: CalendarDay, to: CalendarDay): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The Monday of the day's week. */
export function mondayOf(day: CalendarDay): CalendarDay {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % DAYS_OF_WEEK;
  return addDays(day, -sinceMonday);
}

export function daysOfWeek(monday: CalendarDay): CalendarDay[] {
  return daysBetween(monday, addDays(monday, DAYS_OF_WEEK - 1));
}

/** The first instant of a day in a zone. */
export function startOfDay(day: CalendarDay, zone: string): Date {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return instantOf({ year, month, day: date, hour: 0, minute: 0, second: 0 }, zone);
}

/** An instant within the day, to word the day with. */
export function noonOf(day: CalendarDay): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** The short name of a day of the week; 0 is Monday. */
export function weekdayName(place: number): string {
  // A week that begins on a Monday.
  return weekdayInWords({ year: 2026, month: 6, day: place + 1 });
}

/** Nov 21 */
export function shortDay(day: CalendarDay): string {
  return format(day, { month: "short", day: "numeric" });
}

/** Sat, Nov 21, 2026 */
export function longDay(day: CalendarDay): string {
  return format(day, { weekday: "short", month: "short", day: "numeric", year: "numeric" });
}

function format(day: CalendarDay, options: Intl.DateTimeFormatOptions): string {
  const zoneless = { ...options, timeZone: "UTC" };
  return new Intl.DateTimeFormat(currentLocale(), zoneless).format(Date.parse(day));
}

function dayOf(instant: number): CalendarDay {
  return Number.isNaN(instant) ? "" : new Date(instant).toISOString().slice(0, 10);
}
