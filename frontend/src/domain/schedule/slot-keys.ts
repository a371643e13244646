/** Of the pickup slots of a truck, and of those of a stop for an order of so many units. Not loaded by the home page. */
export const allSlotsKey = (slug: string) => ["slots", slug] as const;
export const slotsKey = (slug: string, stopId: string | null, units: number) =>
  ["slots", slug, stopId, units] as const;
