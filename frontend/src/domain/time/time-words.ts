/**
 * Times and days on the clock of a zone, in words. The words of each language are in its catalog: the server's engine has
 * no `Intl` and must write what browsers do. Only what asks for a date with its year or the name of a zone uses it.
 */
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import { findDay, parseInstant, safeZone, wallClock } from "./wall-clock";

interface Day {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

const SIX_DAYS_MS = 6 * 24 * 3_600_000;

/** 6:00 PM. */
export function timeInWords({ hour, minute }: { hour: number; minute: number }): string {
  const half = m.calendar.halves[hour < 12 ? 0 : 1];
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${half}`;
}

/** Sunday, November 22. */
function dayInWords(day: Day): string {
  return m.calendar.day({ weekday: weekdayOf(day), month: monthOf(day), day: day.day });
}

/** Sun. */
export function weekdayInWords(day: Day): string {
  return m.calendar.weekday({ weekday: weekdayOf(day) });
}

/** Nov 22. */
export function dateInWords(day: Day): string {
  return m.calendar.date({ month: monthOf(day), day: day.day });
}

function weekdayOf({ year, month, day }: Day): string {
  return m.calendar.weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? "";
}

function monthOf({ month }: Day): string {
  return m.calendar.months[month - 1] ?? "";
}

/** The time of day in a zone as people say it: 6:00 PM. */
export function formatTimeOfDay(instant: Date, zone: string): string {
  return timeInWords(wallClock(instant, zone));
}

/** The day in a zone as people say it: Sunday, November 22. */
export function formatDay(instant: Date, zone: string): string {
  return dayInWords(wallClock(instant, zone));
}

/** A day to come, short: Tue within the next six days, else Nov 22. */
export function formatWeekday(instant: Date, zone: string, now: Date): string {
  const isThisWeek = instant.getTime() - now.getTime() < SIX_DAYS_MS;
  return (isThisWeek ? weekdayInWords : dateInWords)(wallClock(instant, zone));
}

/** Sunday, November 22; null when that is today. */
export function dayUnlessToday(instant: Date, zone: string, now: Date): string | null {
  return findDay(instant, zone, now) === "today" ? null : formatDay(instant, zone);
}

/** The sentences about an instant of today, of tomorrow and of another day. */
interface SentencesByDay {
  today: (at: { time: string }) => string;
  tomorrow: (at: { time: string }) => string;
  other: (at: { day: string; time: string }) => string;
}

/** "Paused until 6:20 PM", "Back tomorrow at 4:00 AM.", "Sold out until Monday, November 23 at 4:00 AM". */
export function wordByDay(
  instant: Date,
  zone: string,
  now: Date,
  sentences: SentencesByDay,
): string {
  const time = formatTimeOfDay(instant, zone);
  return sentences[findDay(instant, zone, now)]({ day: formatDay(instant, zone), time });
}

/** An instant on the truck's clock, with its day unless that is today. */
export function clockLabel(instant: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(instant, zone);
  const day = dayUnlessToday(instant, zone, now);
  return day ? `${time}, ${day}` : time;
}

/** A date in a zone for lists: Nov 21, 2026. */
export function formatDate(instant: Date, zone: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    timeZone: safeZone(zone),
    dateStyle: "medium",
  }).format(instant);
}

/** An instant with the name of its zone, where it is not plain whose clock is meant: Nov 21, 2026, 6:00 PM PST. */
export function formatInstant(instant: Date, zone: string): string {
  const name = zoneAbbreviation(instant, zone);
  return `${formatDate(instant, zone)}, ${formatTimeOfDay(instant, zone)} ${name}`;
}

/** The same of an instant of the API; empty for what is no instant. */
export function instantInWords(instant: string, zone: string): string {
  const at = parseInstant(instant);
  return at ? formatInstant(at, zone) : "";
}

/** The short name of a zone, as it is called at an instant: PST. */
export function zoneAbbreviation(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat(currentLocale(), {
    timeZone: safeZone(zone),
    timeZoneName: "short",
  }).formatToParts(instant);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}
