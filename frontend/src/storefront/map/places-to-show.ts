import type { MapPosition } from "./map-rows";

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
