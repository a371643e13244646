import { instantOf, parseTimeOfDay, wallClock } from "@/domain/time/time";
import { closesAt, opensAt, type Stop } from "./present-schedule";

const MINUTE_MS = 60_000;

/** When an order would be picked up, or why it cannot be picked up then; null for what is no time of day. */
export type StopPickup = Date | "outside" | "too-soon" | null;

/** The instant meant by a time of day (HH:MM) on the clock of the place, while the truck is there; as the server has it. */
export function pickupAtStop(
  timeOfDay: string,
  stop: Stop,
  now: Date,
  leadMinutes: number,
): StopPickup {
  const time = parseTimeOfDay(timeOfDay);
  if (!time) return null;
  const zone = stop.place.timezone;
  const firstDay = wallClock(opensAt(stop), zone);
  const served = [0, 1]
    .map((days) => instantOf({ ...firstDay, ...time, day: firstDay.day + days, second: 0 }, zone))
    .filter((instant) => opensAt(stop) <= instant && instant <= closesAt(stop));
  if (served.length === 0) return "outside";
  const earliest = earliestPickup(stop, now, leadMinutes);
  return served.find((instant) => instant >= earliest) ?? "too-soon";
}

/** When an order placed now can be picked up at the earliest. */
export function earliestPickup(stop: Stop, now: Date, leadMinutes: number): Date {
  return new Date(Math.max(now.getTime() + leadMinutes * MINUTE_MS, opensAt(stop).getTime()));
}
