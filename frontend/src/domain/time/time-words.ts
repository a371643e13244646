/** Times of day on the clock of a zone, in words, with their day where it is not plain. `date-words.ts` words the days. */
import { currentLanguage, currentLocale, type Language } from "@/messages/language";
import { timeInWords } from "./calendar-words";
import { dayUnlessToday, formatDate, formatDay } from "./date-words";
import { findDay, safeZone, wallClock } from "./wall-clock";

/** The time of day in a zone as people say it: 6:00 PM. */
export function formatTimeOfDay(
  instant: Date,
  zone: string,
  language: Language = currentLanguage(),
): string {
  return timeInWords(wallClock(instant, zone), language);
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

/** An instant with the name of its zone, where it is not plain whose clock is meant: Nov 21, 2026, 6:00 PM PST. */
export function formatInstant(instant: Date, zone: string): string {
  const name = zoneAbbreviation(instant, zone);
  return `${formatDate(instant, zone)}, ${formatTimeOfDay(instant, zone)} ${name}`;
}

/** The short name of a zone, as it is called at an instant: PST. */
export function zoneAbbreviation(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat(currentLocale(), {
    timeZone: safeZone(zone),
    timeZoneName: "short",
  }).formatToParts(instant);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}
