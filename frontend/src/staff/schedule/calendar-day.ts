/** Days as the API writes them, 2026-11-23, and the weeks that they belong to. */
import { instantOf } from "@/domain/time/instant-of";

export type CalendarDay = string;

const DAY_MS = 24 * 3_600_000;
const DAYS_OF_WEEK = 7;
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;

export function isCalendarDay(text: string | null): text is CalendarDay {
  return text !== null && PATTERN.test(text) && !Number.isNaN(Date.parse(text));
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of the day's week. */
export function mondayOf(day: CalendarDay): CalendarDay {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % DAYS_OF_WEEK;
  return addDays(day, -sinceMonday);
}

export function daysOfWeek(monday: CalendarDay): CalendarDay[] {
  return Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(monday, index));
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
