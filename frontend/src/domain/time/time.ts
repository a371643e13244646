/** Times as a customer and a truck mean them: times of day, always in the truck's own zone. */
import { messages as m } from "@/messages";
import { currentLanguage, type Language } from "@/messages/language";
import { dateInWords, dayInWords, timeInWords, weekdayInWords } from "./calendar-words";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SIX_DAYS_MS = 6 * DAY_MS;

export const DEFAULT_TIMEZONE = "America/Los_Angeles";

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

export interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Today's or another day's date in a zone, to compare days with: 2026-11-21. */
export function dayInZone(instant: Date, zone: string): string {
  return isoDay(wallClock(instant, zone));
}

/** The day after it on the calendar of the zone: not 24 hours later, since a day may have 23 or 25. */
function nextDayInZone(instant: Date, zone: string): string {
  const today = wallClock(instant, zone);
  return isoDay({ ...today, day: today.day + 1 });
}

function isoDay({ year, month, day }: Pick<WallClock, "year" | "month" | "day">): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

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

/** The instant that an ISO 8601 text with a zone names; null for any other text. */
export function parseInstant(text: string | null | undefined): Date | null {
  if (!text || !INSTANT.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** A zone this browser does not know must not take the page down with it. */
export function safeZone(zone: string): string {
  try {
    formatterOf(zone);
    return zone;
  } catch {
    return DEFAULT_TIMEZONE;
  }
}

/** By IANA zone, unknown ones left out. To make a formatter takes ten times as long as to use it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Throws a RangeError for a zone that the browser does not know. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(zone, formatter);
  return formatter;
}

/** What is used here of the browser's own `Temporal`; TypeScript 5 does not know it. */
declare const Temporal: TemporalApi | undefined;

interface TemporalApi {
  Instant: {
    fromEpochMilliseconds: (ms: number) => { toZonedDateTimeISO: (zone: string) => WallClock };
  };
}

export function wallClock(instant: Date, zone: string): WallClock {
  const offset = findOffset(instant, zone);
  if (offset !== null) return clockOfUtc(instant.getTime() + offset);
  return clockByTemporal(instant, zone) ?? clockByIntl(instant, zone);
}

/**
 * Null where `Temporal` is missing or throws, as it does for an unknown zone. It is asked before `Intl`, whose first use
 * in a page takes Chromium 15 to 37 ms, at once, whatever it is asked for.
 */
function clockByTemporal(instant: Date, zone: string): WallClock | null {
  if (typeof Temporal === "undefined") return null;
  try {
    const exact = Temporal.Instant.fromEpochMilliseconds(instant.getTime());
    const { year, month, day, hour, minute, second } = exact.toZonedDateTimeISO(zone);
    return { year, month, day, hour, minute, second };
  } catch {
    return null;
  }
}

function clockOfUtc(ms: number): WallClock {
  const date = new Date(ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

function clockByIntl(instant: Date, zone: string): WallClock {
  const parts = formatterOf(safeZone(zone)).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

/** That many minutes from now, at the full minute, since that is what screens show. */
export function minutesFromNow(minutes: number, now: Date): Date {
  return new Date(Math.ceil(now.getTime() / MINUTE_MS + minutes) * MINUTE_MS);
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

/** Which day that is in the zone, seen from now. */
export function findDay(end: Date, zone: string, now: Date): "today" | "tomorrow" | "other" {
  const day = dayInZone(end, zone);
  if (day === dayInZone(now, zone)) return "today";
  return day === nextDayInZone(now, zone) ? "tomorrow" : "other";
}

/** How far zones are ahead of UTC, where there is no `Intl` to ask: in the engine of the server. */

/** By zone and instant (ms since 1970): how far ahead of UTC the zone is then (ms). */
export type ZoneOffsets = Record<string, Record<string, number>>;

let table: ZoneOffsets | null = null;

/** From now on offsets come from this table; null for the browser's own. */
export function setZoneOffsets(offsets: ZoneOffsets | null): void {
  table = offsets;
}

/** The offset of a zone in milliseconds; null without a table. Throws for what the table lacks. */
function findOffset(instant: Date, zone: string): number | null {
  if (!table) return null;
  const offset = table[zone]?.[instant.getTime()];
  if (offset === undefined) throw new RangeError(`No offset of ${zone} at ${instant.getTime()}`);
  return offset;
}
