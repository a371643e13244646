import type { StaffOrder } from "@/domain/api/admin-types";
import { dayInZone, formatDay, formatTimeOfDay, parseInstant } from "@/domain/time/time";

const MINUTE_MS = 60_000;

/** So many minutes after the estimate, or after now once that has passed; on the full minute. */
export function laterBy(minutes: number, order: StaffOrder, now: Date): string {
  const estimate = parseInstant(order.estimatedPickupTime ?? order.pickupTime);
  const from = Math.max(estimate?.getTime() ?? 0, now.getTime());
  const minute = Math.ceil(from / MINUTE_MS) + minutes;
  return new Date(minute * MINUTE_MS).toISOString();
}

/** An instant on the truck's clock, with its day unless that is today. */
export function clockLabel(instant: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(instant, zone);
  const isToday = dayInZone(instant, zone) === dayInZone(now, zone);
  return isToday ? time : `${time}, ${formatDay(instant, zone)}`;
}
