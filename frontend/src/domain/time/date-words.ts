/** Days and dates in words. `calendar-words.ts` has the words of each language, `time-words.ts` times of day. */

import { currentLanguage, currentLocale, type Language } from "@/messages/language";
import { dateInWords, dayInWords, weekdayInWords } from "./calendar-words";
import { findDay, safeZone, wallClock } from "./wall-clock";

const SIX_DAYS_MS = 6 * 24 * 3_600_000;

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

/** Sunday, November 22; null when that is today. */
export function dayUnlessToday(instant: Date, zone: string, now: Date): string | null {
  return findDay(instant, zone, now) === "today" ? null : formatDay(instant, zone);
}

/** A date in a zone for lists: Nov 21, 2026. */
export function formatDate(instant: Date, zone: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    timeZone: safeZone(zone),
    dateStyle: "medium",
  }).format(instant);
}
