import type { Truck } from "@/domain/api/public-types";

/** City and state as far as they are known: "Portland, OR", "Portland", or nothing. */
export function cityOf(truck: Pick<Truck, "location">): string {
  return [truck.location?.city, truck.location?.state].filter(Boolean).join(", ");
}

const METERS_PER_MILE = 1609.344;
/** From here on a tenth of a mile tells a customer nothing. */
const WHOLE_MILES = 10;

/** A distance in miles: "0.3 mi", "12 mi". The shortest is "0.1 mi". */
export function formatDistance(meters: number): string {
  const miles = Math.max(meters / METERS_PER_MILE, 0.1);
  const rounded = Math.round(miles * 10) / 10;
  return `${rounded < WHOLE_MILES ? rounded.toFixed(1) : Math.round(miles).toLocaleString("en-US")} mi`;
}
