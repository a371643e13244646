import type { Truck } from "@/domain/api/types";

/** City and state as far as they are known: "Portland, OR", "Portland", or nothing. */
export function placeOf(truck: Pick<Truck, "location">): string {
  return [truck.location?.city, truck.location?.state].filter(Boolean).join(", ");
}
