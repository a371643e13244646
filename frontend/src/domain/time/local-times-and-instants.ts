/** What a date-and-time field holds ("2026-11-21T18:00") in a truck's own zone, and the instant that it means. */
import { parseInstant, type WallClock, wallClock } from "./wall-clock";

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/;

/** An instant of the API for the field; empty without one. */
export function toZonedInput(instant: string | null, zone: string): string {
  const parsed = parseInstant(instant);
  if (!parsed) return "";
  const { year, month, day, hour, minute } = wallClock(parsed, zone);
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** The instant that the field means; null when it is empty or half filled in. */
export function fromZonedInput(text: string, zone: string): string | null {
  const match = LOCAL.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  return instantOf({ year, month, day, hour, minute, second: 0 }, zone).toISOString();
}

function two(part: number): string {
  return String(part).padStart(2, "0");
}

const DAY_MS = 24 * 60 * 60_000;

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Hour and minute of a time of day like 18:30; null for any other text. */
export function parseTimeOfDay(text: string): Pick<WallClock, "hour" | "minute"> | null {
  const match = TIME_OF_DAY.exec(text);
  return match && { hour: Number(match[1]), minute: Number(match[2]) };
}

function asUtc({ year, month, day, hour, minute, second }: WallClock): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function offsetMs(instantMs: number, zone: string): number {
  const wholeSecond = Math.floor(instantMs / 1000) * 1000;
  return asUtc(wallClock(new Date(wholeSecond), zone)) - wholeSecond;
}

/**
 * The instant of a wall clock in a zone. A time that comes twice means the first, or the `second`; one that a clock
 * change skips is read with the offset before the change: the server decides both the same way.
 */
export function instantOf(wall: WallClock, zone: string, which?: "second"): Date {
  const guess = asUtc(wall);
  const before = offsetMs(guess - DAY_MS, zone);
  const after = offsetMs(guess + DAY_MS, zone);
  const first = guess - before;
  const second = guess - after;
  const isTwice = which === "second" && offsetMs(second, zone) === after;
  if (!isTwice && offsetMs(first, zone) === before) return new Date(first);
  return new Date(offsetMs(second, zone) === after ? second : first);
}
