import { queryOptions } from "@tanstack/react-query";
import { loadClient } from "@/domain/api/load-client";
import type { Truck } from "@/domain/api/public-types";
import { publicTrucksKey } from "@/domain/query-keys";
import { opensAt, presentSchedule } from "@/domain/schedule/current-stops";

/** No truck is called open for longer than this after it has paused. */
const REFRESH_MS = 60_000;

/** The trucks of the home page; the ones that could not be opened are left out. */
export function publicTrucksQuery() {
  return queryOptions({
    queryKey: publicTrucksKey(),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      const { api, list } = await loadClient();
      const trucks = await list(api.GET("/api/trucks/public", { signal }));
      return trucks.filter((truck) => truck.isActive && truck.name && truck.slug);
    },
  });
}

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
