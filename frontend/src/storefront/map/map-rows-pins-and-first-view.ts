/** What the map and the list beside it show of the trucks. */
import type { Truck } from "@/domain/api/public-types";
import { presentSchedule, type Stop } from "@/domain/schedule/current-stops";
import { type ScheduleBadge, scheduleBadge } from "@/domain/schedule/schedule-words";

/** A truck of the home page; `distance` in meters, if the customer's position is known. */
export type MapTruck = Truck & { distance?: number | null };

export interface MapPosition {
  latitude: number;
  longitude: number;
}

export interface MapRow {
  truck: MapTruck;
  badge: ScheduleBadge;
  /** Where the truck is or will be next; null for one that does not move or has no stop to come. */
  place: Stop["place"] | null;
  /** The pin that the truck belongs to; null if its place has no position. */
  pinId: string | null;
}

/** A place on the map with the trucks that stand there. */
export interface MapPin extends MapPosition {
  id: string;
  rows: readonly MapRow[];
}

/** The trucks in the order given, each with its place. */
export function mapRows(trucks: readonly MapTruck[], now: Date): MapRow[] {
  return trucks.map((truck) => {
    const { current, next } = presentSchedule(truck, now);
    const place = (current ?? next)?.place ?? null;
    const position = place && positionOf(place);
    return {
      truck,
      badge: scheduleBadge(truck, now),
      place,
      pinId: position && `${position.latitude} ${position.longitude}`,
    };
  });
}

/** One pin for each position, so that trucks side by side do not cover one another. */
export function mapPins(rows: readonly MapRow[]): MapPin[] {
  const pins = new Map<string, MapPin>();
  for (const row of rows) {
    const position = row.place && positionOf(row.place);
    if (!position || !row.pinId) continue;
    const others = pins.get(row.pinId)?.rows ?? [];
    pins.set(row.pinId, { id: row.pinId, ...position, rows: [...others, row] });
  }
  return [...pins.values()];
}

function positionOf({ latitude, longitude }: Stop["place"]): MapPosition | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** About 25 miles: as far as people go for lunch. */
const NEAR_KM = 40;

const KM_PER_DEGREE = 111.2;

/** What the map shows first: all places, or, around a customer, those nearby; the nearest one if none is. */
export function placesToShow(
  places: readonly MapPosition[],
  position: MapPosition | null,
): readonly MapPosition[] {
  if (!position) return places;
  const away = (place: MapPosition) => kilometersBetween(place, position);
  const near = places.filter((place) => away(place) <= NEAR_KM);
  const [nearest] = [...places].sort((one, other) => away(one) - away(other));
  return [...(near.length > 0 || !nearest ? near : [nearest]), position];
}

/** On a flat map around the two, which is exact enough to compare distances within a country. */
function kilometersBetween(one: MapPosition, other: MapPosition): number {
  const middle = ((one.latitude + other.latitude) / 2) * (Math.PI / 180);
  const east = (one.longitude - other.longitude) * Math.cos(middle);
  return Math.hypot(one.latitude - other.latitude, east) * KM_PER_DEGREE;
}
