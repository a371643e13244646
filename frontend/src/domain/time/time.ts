/** Times as a customer and a truck mean them: times of day, always in the truck's own zone. */

import { messages as m } from "@/messages";
import { currentLanguage, currentLocale, type Language } from "@/messages/language";
import { dateInWords, dayInWords, timeInWords, weekdayInWords } from "./calendar-words";
import { findOffset } from "./zone-offsets";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SIX_DAYS_MS = 6 * DAY_MS;

export const MIN_PICKUP_LEAD_MINUTES = 15;
/** A pickup at the first minute that the truck can make, in place of a time of day. */
export const AS_SOON_AS_POSSIBLE = "asap";
export const DEFAULT_TIMEZONE = "America/Los_Angeles";

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

export interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** The instant meant by a time of day (HH:MM) in a zone: today, or tomorrow when today's is past. */
export function pickupInstant(timeOfDay: string, zone: string, now: Date): Date | null {
  const time = parseTimeOfDay(timeOfDay);
  if (!time) return null;
  const today = wallClock(now, zone);
  const at = { ...today, ...time, second: 0 };
  const instant = instantOf(at, zone);
  return instant < now ? instantOf({ ...at, day: at.day + 1 }, zone) : instant;
}

/** Hour and minute of a time of day like 18:30; null for any other text. */
export function parseTimeOfDay(text: string): Pick<WallClock, "hour" | "minute"> | null {
  const match = TIME_OF_DAY.exec(text);
  return match && { hour: Number(match[1]), minute: Number(match[2]) };
}

/** Whether a pickup leaves the kitchen its minimum lead. */
export function leavesTimeToPrepare(
  pickup: Date,
  now: Date,
  leadMinutes: number = MIN_PICKUP_LEAD_MINUTES,
): boolean {
  return pickup.getTime() - now.getTime() >= leadMinutes * MINUTE_MS;
}

/** Today's or another day's date in a zone, to compare days with: 2026-11-21. */
export function dayInZone(instant: Date, zone: string): string {
  const { year, month, day } = wallClock(instant, zone);
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
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

/** A date in a zone for lists: Nov 21, 2026. */
export function formatDate(instant: Date, zone: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    timeZone: safeZone(zone),
    dateStyle: "medium",
  }).format(instant);
}

/** An instant with the name of its zone, where it is not plain whose clock is meant: Nov 21, 2026, 6:00 PM PST. */
export function formatInstant(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat(currentLocale(), {
    timeZone: safeZone(zone),
    timeZoneName: "short",
  }).formatToParts(instant);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
  return `${formatDate(instant, zone)}, ${formatTimeOfDay(instant, zone)} ${name}`;
}

/** The instant that an ISO 8601 text with a zone names; null for any other text. */
export function parseInstant(text: string | null | undefined): Date | null {
  if (!text || !INSTANT.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** A pickup estimate for people: an instant as a time of day in the zone, other text as it is. */
export function formatPickupEstimate(text: string, zone: string): string {
  const instant = parseInstant(text);
  return instant ? formatTimeOfDay(instant, zone) : text;
}

/** How long ago: under an hour in minutes, under a day in hours, else in days. */
export function formatAge(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS));
  if (minutes < 60) return m.domain.values.mAgo({ minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? m.domain.values.hAgo({ hours })
    : m.domain.values.dAgo({ floor: Math.floor(hours / 24) });
}

/** A zone this browser does not know must not take the page down with it. */
function safeZone(zone: string): string {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
    return zone;
  } catch {
    return DEFAULT_TIMEZONE;
  }
}

export function wallClock(instant: Date, zone: string): WallClock {
  const offset = findOffset(instant, zone);
  return offset === null ? clockByIntl(instant, zone) : clockOfUtc(instant.getTime() + offset);
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
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: safeZone(zone),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
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

function asUtc({ year, month, day, hour, minute, second }: WallClock): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function offsetMs(instantMs: number, zone: string): number {
  const wholeSecond = Math.floor(instantMs / 1000) * 1000;
  return asUtc(wallClock(new Date(wholeSecond), zone)) - wholeSecond;
}

/**
 * The instant of a wall clock in a zone. A time that comes twice means the first; one that a clock
 * change skips is read with the offset before the change: the server decides both the same way.
 */
export function instantOf(wall: WallClock, zone: string): Date {
  const guess = asUtc(wall);
  const before = offsetMs(guess - DAY_MS, zone);
  const after = offsetMs(guess + DAY_MS, zone);
  const first = guess - before;
  if (offsetMs(first, zone) === before) return new Date(first);
  const second = guess - after;
  return new Date(offsetMs(second, zone) === after ? second : first);
}
