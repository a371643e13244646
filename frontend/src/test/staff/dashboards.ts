import type { PlatformDashboard, TruckDashboard, TruckNeeds } from "@/domain/api/staff-types";

const NO_PAYMENTS = { disputes: 0, answerBy: null, heldPayments: null };
const NO_FIGURES = { orders: 0, revenue: 0, averageOrder: 0, medianMinutesToReady: null };

/** A Saturday on which nothing has happened and nothing needs anyone. */
export function aTruckDashboard(overrides: Partial<TruckDashboard> = {}): TruckDashboard {
  return {
    truckId: "507f1f77bcf86cd799439011",
    timezone: "America/Los_Angeles",
    date: "2026-11-21",
    today: NO_FIGURES,
    weekAgo: { date: "2026-11-14", untilNow: NO_FIGURES, wholeDay: NO_FIGURES },
    state: "open",
    current: null,
    next: null,
    prepSheet: null,
    orders: { pending: 0, confirmed: 0, preparing: 0, ready: 0, completed: 0, cancelled: 0 },
    needs: NO_NEEDS,
    ...overrides,
  };
}

const NO_NEEDS: TruckNeeds = {
  lateOrders: 0,
  unconfirmedOrders: 0,
  unconfirmedSince: null,
  duePayOuts: { count: 0, amount: 0 },
  lowCounts: [],
  moreLowCounts: 0,
  soldOut: [],
  moreSoldOut: 0,
  failedTexts: 0,
  untoldOrders: [],
  payments: NO_PAYMENTS,
};

/** What needs someone, for `aTruckDashboard`. */
export function someNeeds(needs: Partial<TruckNeeds>): Partial<TruckDashboard> {
  return { needs: { ...NO_NEEDS, ...needs } };
}

export function aPlatformDashboard(overrides: Partial<PlatformDashboard> = {}): PlatformDashboard {
  return {
    payments: NO_PAYMENTS,
    failedTexts: 0,
    untoldOrders: [],
    lateOrders: 0,
    lateTrucks: [],
    moreLateTrucks: 0,
    unconfirmedOrders: 0,
    openTrucks: 0,
    quietTrucks: [],
    moreQuietTrucks: 0,
    readyDrafts: [],
    moreTrucks: 0,
    ...overrides,
  };
}
