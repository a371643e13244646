/** When a customer picks up: at a time of day in the truck's zone, or as soon as possible. */

import { instantOf, parseTimeOfDay } from "./local-times-and-instants";
import { wallClock } from "./wall-clock";

const MINUTE_MS = 60_000;

export const MIN_PICKUP_LEAD_MINUTES = 15;

/** A pickup at the first minute that the truck can make, in place of a time of day. */
export const AS_SOON_AS_POSSIBLE = "asap";

/**
 * The instant meant by a time of day (HH:MM) in a zone: the first that has not passed of today's, today's second one in
 * the night the clocks go back, and tomorrow's.
 */
export function pickupInstant(timeOfDay: string, zone: string, now: Date): Date | null {
  const time = parseTimeOfDay(timeOfDay);
  if (!time) return null;
  const today = wallClock(now, zone);
  const at = { ...today, ...time, second: 0 };
  const todays = [instantOf(at, zone), instantOf(at, zone, "second")];
  return todays.find((instant) => instant >= now) ?? instantOf({ ...at, day: at.day + 1 }, zone);
}

/** Whether a pickup leaves the kitchen its minimum lead. */
export function leavesTimeToPrepare(
  pickup: Date,
  now: Date,
  leadMinutes: number = MIN_PICKUP_LEAD_MINUTES,
): boolean {
  return pickup.getTime() - now.getTime() >= leadMinutes * MINUTE_MS;
}
