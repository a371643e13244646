/**
 * Times as a customer and a truck mean them: always in the truck's own zone. The clock of a zone is asked from the
 * table of offsets that the server's engine has, from `Temporal`, or from `Intl`. `time-words.ts` words times
 * and days.
 */

const MINUTE_MS = 60_000;

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

const DAY_TURNS_HOUR = 4;

/** The day of a truck's service, which turns at 4 AM of its clock: the first hours belong to the evening before. */
export function serviceDayInZone(instant: Date, zone: string): string {
  const { hour, day, ...date } = wallClock(instant, zone);
  return isoDay({ ...date, day: hour < DAY_TURNS_HOUR ? day - 1 : day });
}

/** The day after it on the calendar of the zone: not 24 hours later, since a day may have 23 or 25. */
function nextDayInZone(instant: Date, zone: string): string {
  const today = wallClock(instant, zone);
  return isoDay({ ...today, day: today.day + 1 });
}

function isoDay({ year, month, day }: Pick<WallClock, "year" | "month" | "day">): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
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

/** Which day that is in the zone, seen from now. */
export function findDay(end: Date, zone: string, now: Date): "today" | "tomorrow" | "other" {
  const day = dayInZone(end, zone);
  if (day === dayInZone(now, zone)) return "today";
  return day === nextDayInZone(now, zone) ? "tomorrow" : "other";
}

interface PlacedOrder {
  place?: { timezone: string } | null;
  truck: { timezone: string };
}

/** The clock that an order's times are meant on: of the stop where it is picked up, else of the truck. */
export function orderZone({ place, truck }: PlacedOrder): string {
  return place?.timezone ?? truck.timezone;
}

/**
 * By zone and instant (ms since 1970): how far ahead of UTC the zone is then (ms). For the engine of the server, which
 * has no `Intl` to ask.
 */
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
