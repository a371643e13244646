interface PlacedOrder {
  place?: { timezone: string } | null;
  truck: { timezone: string };
}

/** The clock that an order's times are meant on: of the stop where it is picked up, else of the truck. */
export function orderZone({ place, truck }: PlacedOrder): string {
  return place?.timezone ?? truck.timezone;
}
