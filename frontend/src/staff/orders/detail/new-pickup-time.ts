import type { StaffOrder } from "@/domain/api/staff-types";
import { pickupInstant } from "@/domain/time/pickup-rules";
import { dayInZone, parseInstant, wallClock } from "@/domain/time/wall-clock";
import { instantOf, parseTimeOfDay } from "@/domain/time/zoned-input";

const MINUTE_MS = 60_000;

/** So many minutes after the estimate, or after now once that has passed; on the full minute. */
export function laterBy(minutes: number, order: StaffOrder, now: Date): string {
  const estimate = parseInstant(order.estimatedPickupTime ?? order.pickupTime);
  const from = Math.max(estimate?.getTime() ?? 0, now.getTime());
  const minute = Math.ceil(from / MINUTE_MS) + minutes;
  return new Date(minute * MINUTE_MS).toISOString();
}

/** A time of day (HH:MM) on the day of a pickup that is still to come; else its next time from now. */
export function exactPickup(
  timeOfDay: string,
  order: StaffOrder,
  zone: string,
  now: Date,
): Date | null {
  const time = parseTimeOfDay(timeOfDay);
  const promised = parseInstant(order.estimatedPickupTime ?? order.pickupTime);
  if (!time || !promised || dayInZone(promised, zone) <= dayInZone(now, zone)) {
    return pickupInstant(timeOfDay, zone, now);
  }
  return instantOf({ ...wallClock(promised, zone), ...time, second: 0 }, zone);
}
