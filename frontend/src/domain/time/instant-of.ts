/** From the clock of a zone to the instant. */

import { type WallClock, wallClock } from "./time";

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
