/**
 * Where a truck is now and next. The server's answer is carried forward to the present, so that a truck opens, takes its
 * last order and closes at the right minute on a page that is left open.
 */

import type { Truck } from "@/domain/api/public-types";
import type { components } from "@/domain/api/schema.gen";

type Schemas = components["schemas"];

/** One truck at one place from a start to an end. */
export type Stop = Schemas["Stop"];

export interface PresentSchedule {
  /** Whether the truck moves from stop to stop. One that does not is open whenever it accepts orders. */
  isMoving: boolean;
  current: Stop | null;
  next: Stop | null;
  /** The stop that an order placed now is for; null while none takes orders. */
  ordering: Stop | null;
}

const MINUTE_MS = 60_000;
const ALWAYS: PresentSchedule = { isMoving: false, current: null, next: null, ordering: null };

export function presentSchedule({ schedule }: Pick<Truck, "schedule">, now: Date): PresentSchedule {
  // A menu that was kept for offline use by an earlier release has no schedule.
  if (schedule?.mode !== "stops") return ALWAYS;
  const stops = [schedule.current, schedule.next].filter((stop) => stop !== null);
  const [first = null, second = null] = stops.filter((stop) => now < closesAt(stop));
  const isHere = first !== null && (first === schedule.current || now >= opensAt(first));
  const [current, next] = isHere ? [first, second] : [null, first];
  const ordering = [current, next].find((stop) => stop !== null && takesOrders(stop, now));
  return { isMoving: true, current, next, ordering: ordering ?? null };
}

/** The stop whose stock counts: that of an order placed now, else the present or next one; null without stops. */
export function stockStopId({ ordering, current, next }: PresentSchedule): string | null {
  return (ordering ?? current ?? next)?._id ?? null;
}

/** The stop that the server takes where none is named: the present or next one when it answered. */
export function defaultStopId({ schedule }: Pick<Truck, "schedule">): string | null {
  // A truck that an earlier release kept for offline use has no schedule.
  return (schedule?.current ?? schedule?.next)?._id ?? null;
}

/** When the truck starts to serve, its delay included. */
export function opensAt({ startsAt, delayMinutes }: Stop): Date {
  return new Date(Date.parse(startsAt) + delayMinutes * MINUTE_MS);
}

export function closesAt({ endedEarlyAt, endsAt }: Stop): Date {
  return new Date(endedEarlyAt ?? endsAt);
}

export function lastOrderAt(stop: Stop): Date {
  return new Date(closesAt(stop).getTime() - stop.lastOrderMinutes * MINUTE_MS);
}

export function ordersOpenAt({ startsAt, preorderMinutes }: Stop): Date {
  return new Date(Date.parse(startsAt) - preorderMinutes * MINUTE_MS);
}

/** Whether an order for the stop can be placed now, while the truck takes orders at all. */
export function takesOrders(stop: Stop, now: Date): boolean {
  if (stop.status === "cancelled" || stop.bookedOut) return false;
  return now < lastOrderAt(stop) && (stop.takesOrders || now >= ordersOpenAt(stop));
}

/** The next instant from which the schedule reads differently, as ISO 8601. */
export function nextChange({ current, next }: PresentSchedule, now: Date): string | null {
  const changes = [current, next]
    .filter((stop) => stop !== null)
    .flatMap((stop) => [ordersOpenAt(stop), opensAt(stop), lastOrderAt(stop), closesAt(stop)])
    .map((instant) => instant.getTime())
    .filter((ms) => ms > now.getTime());
  return changes.length > 0 ? new Date(Math.min(...changes)).toISOString() : null;
}
