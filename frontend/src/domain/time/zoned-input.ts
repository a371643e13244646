/** What a date-and-time field holds ("2026-11-21T18:00") in a truck's own zone. */

import { instantOf } from "./instant-of";
import { parseInstant, wallClock } from "./time";

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
