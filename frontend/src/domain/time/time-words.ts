/** Times and days of an instant on the clock of a zone, in words. `calendar-words.ts` has the words of each language. */

import { messages as m } from "@/messages";
import { currentLanguage, type Language } from "@/messages/language";
import { dateInWords, dayInWords, timeInWords, weekdayInWords } from "./calendar-words";
import { findDay, wallClock } from "./wall-clock";

const SIX_DAYS_MS = 6 * 24 * 3_600_000;

/** The time of day in a zone as people say it: 6:00 PM. */
export function formatTimeOfDay(
  instant: Date,
  zone: string,
  language: Language = currentLanguage(),
): string {
  return timeInWords(wallClock(instant, zone), language);
}

/** The day in a zone as people say it: Sunday, November 22. */
export function formatDay(
  instant: Date,
  zone: string,
  language: Language = currentLanguage(),
): string {
  return dayInWords(wallClock(instant, zone), language);
}

/** A day to come, short: Tue within the next six days, else Nov 22. */
export function formatWeekday(instant: Date, zone: string, now: Date): string {
  const day = wallClock(instant, zone);
  const isThisWeek = instant.getTime() - now.getTime() < SIX_DAYS_MS;
  return (isThisWeek ? weekdayInWords : dateInWords)(day, currentLanguage());
}

/**
 * Until when something holds that ends by itself (a pause, a sold-out menu item, a busy hour): "until 6:20 PM",
 * "until tomorrow at 4:00 AM", "until Monday, November 23 at 4:00 AM".
 */
export function untilLabel(end: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(end, zone);
  const day = findDay(end, zone, now);
  if (day === "today") return m.opening.untilTime({ time });
  return day === "tomorrow"
    ? m.opening.untilTomorrow({ time })
    : m.opening.untilDay({ day: formatDay(end, zone), time });
}

/** An instant on the truck's clock, with its day unless that is today. */
export function clockLabel(instant: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(instant, zone);
  const day = dayUnlessToday(instant, zone, now);
  return day ? `${time}, ${day}` : time;
}

/** Sunday, November 22; null when that is today. */
export function dayUnlessToday(instant: Date, zone: string, now: Date): string | null {
  return findDay(instant, zone, now) === "today" ? null : formatDay(instant, zone);
}
