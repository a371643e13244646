import type { Truck } from "@/domain/api/public-types";
import { opensAt, presentSchedule } from "./current-stops";

/** Open trucks first, then by their next opening, then by name; those that are closed come last. */
export function sortTrucks<Shown extends Truck>(trucks: readonly Shown[], now: Date): Shown[] {
  return trucks
    .map((truck) => ({ truck, opening: openingOf(truck, now) }))
    .sort((one, other) => compare(one.opening, other.opening) || byName(one.truck, other.truck))
    .map(({ truck }) => truck);
}

/** When the truck opens (ms): in the past while it is open, the very present while it is paused or sells nothing. */
function openingOf(truck: Truck, now: Date): number {
  const { isMoving, current, next } = presentSchedule(truck, now);
  const sells = truck.acceptingOrders !== false && truck.orderable;
  if (current || !isMoving) return sells ? 0 : now.getTime();
  return next ? opensAt(next).getTime() : Number.POSITIVE_INFINITY;
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function byName(one: Truck, other: Truck): number {
  const [first, second] = [one.name.toLowerCase(), other.name.toLowerCase()];
  return first < second ? -1 : Number(first > second);
}
