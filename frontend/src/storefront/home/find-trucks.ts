import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { loadClient } from "@/domain/api/load-client";
import type { Truck } from "@/domain/api/public-types";
import type { Diet } from "@/domain/menu/diets-and-allergens";
import { todayKey } from "@/domain/query-keys";
import { opensAt, presentSchedule } from "@/domain/schedule/current-stops";
import { scheduleBadge } from "@/domain/schedule/schedule-words";
import { dayInZone } from "@/domain/time/wall-clock";
import { searchFor } from "@/domain/values/text-search";
import { messages as m } from "@/messages";
import { sortTrucks } from "@/storefront/home/public-trucks-query-and-order";
import type { MapPosition } from "@/storefront/map/map-rows-pins-and-first-view";

/** A truck of the list; `distance` in meters, if the customer's position is known; `match` the menu item found. */
export type FoundTruck = Truck & { distance?: number | null; match?: string };

export interface TruckFilter {
  text: string;
  openNow: boolean;
  today: boolean;
  cuisine: string | null;
  /** The server knows who serves it. */
  diet: Diet | null;
}

export const NO_FILTER: TruckFilter = {
  text: "",
  openNow: false,
  today: false,
  cuisine: null,
  diet: null,
};
const MOST_CUISINES = 6;

export function isAnySet({ text, openNow, today, cuisine, diet }: TruckFilter): boolean {
  return text.trim() !== "" || openNow || today || (cuisine ?? diet) !== null;
}

/** What the server adds to a search: who serves the food, and how far away each truck is. */
interface ServerFindings {
  ids: ReadonlySet<string>;
  distances: ReadonlyMap<string, number | null>;
  matches: ReadonlyMap<string, string | undefined>;
}

/** The trucks that the filter leaves, the nearest first if distances are known, else the open ones. */
export function findTrucks(
  trucks: readonly Truck[],
  filter: TruckFilter,
  found: ServerFindings | null,
  now: Date,
): FoundTruck[] {
  const isMeant = searchFor(filter.text);
  const left: FoundTruck[] = sortTrucks(trucks, now)
    .filter((truck) => isWanted(truck, filter, now))
    .filter(
      (truck) => found?.ids.has(truck._id) === true || (!filter.diet && isMeant(...wordsOf(truck))),
    )
    .map((truck) => ({
      ...truck,
      distance: found?.distances.get(truck._id) ?? null,
      match: found?.matches.get(truck._id),
    }));
  return left.sort((one, other) => distanceOf(one) - distanceOf(other) || 0);
}

function isWanted(truck: Truck, { openNow, today, cuisine }: TruckFilter, now: Date): boolean {
  if (openNow && !scheduleBadge(truck, now).isOpen) return false;
  if (today && !servesToday(truck, now)) return false;
  return cuisine === null || truck.cuisine.includes(cuisine);
}

function servesToday(truck: Truck, now: Date): boolean {
  const { isMoving, current, next } = presentSchedule(truck, now);
  if (!isMoving || current) return true;
  const zone = next?.place.timezone;
  return !!next && !!zone && dayInZone(opensAt(next), zone) === dayInZone(now, zone);
}

function wordsOf({ name, cuisine, schedule }: Truck): string[] {
  const place = (schedule.current ?? schedule.next)?.place;
  const tags = cuisine.map((tag) => m.app.cuisineName(tag));
  return [name, ...tags, place?.name ?? "", place?.address ?? ""];
}

/** Infinity less infinity is no number, which counts as equal. */
function distanceOf({ distance }: FoundTruck): number {
  return distance ?? Number.MAX_SAFE_INTEGER;
}

/** The most common cuisines, by name. */
export function listCuisines(trucks: readonly Truck[]): string[] {
  const counts = new Map<string, number>();
  for (const cuisine of trucks.flatMap((truck) => truck.cuisine))
    counts.set(cuisine, (counts.get(cuisine) ?? 0) + 1);
  return [...counts]
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
    .slice(0, MOST_CUISINES)
    .map(([cuisine]) => cuisine)
    .sort();
}

/** The diets to choose from, with their names. A menu's list of them would bring all its words along. */
export function listDiets(): [Diet, string][] {
  return Object.entries(m.home.diets satisfies Record<Diet, string>) as [Diet, string][];
}

/** Which trucks serve what was typed, and how far away they are. */
export function todayQuery(text: string, position: MapPosition | null, diet: Diet | null) {
  return queryOptions({
    queryKey: todayKey(text, position, diet),
    enabled: text !== "" || position !== null || diet !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ServerFindings> => {
      const { api, list } = await loadClient();
      const place = position ? { lat: position.latitude, lng: position.longitude } : {};
      const query = { ...place, ...(text && { q: text }), ...(diet && { diet }) };
      const found = await list(api.GET("/api/stops/today", { params: { query }, signal }));
      return {
        ids: new Set(found.map(({ _id }) => _id)),
        distances: new Map(
          found.map(({ _id, distance, cityDistance }) => [_id, distance ?? cityDistance]),
        ),
        matches: new Map(found.map(({ _id, match }) => [_id, match?.name])),
      };
    },
  });
}
