import type { ComparedTruck, TruckComparison } from "@/domain/api/admin-types";

type ComparedFigures = TruckComparison["totals"];

const NO_FIGURES: ComparedFigures = {
  orders: 0,
  revenue: 0,
  lateOrders: 0,
  stopChanges: { cancelled: 0, late: 0, moved: 0, endedEarly: 0 },
};

export function aComparedTruck(overrides: Partial<ComparedTruck> = {}): ComparedTruck {
  return {
    ...NO_FIGURES,
    truckId: "507f1f77bcf86cd799439011",
    name: "Spicy Burritos",
    isActive: true,
    timezone: "America/Los_Angeles",
    acceptingOrders: true,
    notAcceptingReason: null,
    pausedUntil: null,
    schedule: { mode: "always", state: "open", current: null, next: null },
    ...overrides,
  };
}

/** Trucks side by side, on November 21. */
export function aComparison(
  trucks: ComparedTruck[],
  overrides: Partial<TruckComparison> = {},
): TruckComparison {
  return {
    from: "2026-11-21",
    to: "2026-11-21",
    trucks,
    totals: NO_FIGURES,
    moreTrucks: 0,
    ...overrides,
  };
}
