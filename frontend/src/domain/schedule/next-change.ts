import {
  closesAt,
  lastOrderAt,
  opensAt,
  ordersOpenAt,
  type PresentSchedule,
} from "./present-schedule";

/** The next instant from which the schedule reads differently, as ISO 8601. */
export function nextChange({ current, next }: PresentSchedule, now: Date): string | null {
  const changes = [current, next]
    .filter((stop) => stop !== null)
    .flatMap((stop) => [ordersOpenAt(stop), opensAt(stop), lastOrderAt(stop), closesAt(stop)])
    .map((instant) => instant.getTime())
    .filter((ms) => ms > now.getTime());
  return changes.length > 0 ? new Date(Math.min(...changes)).toISOString() : null;
}
