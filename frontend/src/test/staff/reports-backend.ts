import { HttpResponse, http } from "msw";
import type {
  ComparedTruck,
  PrepItem,
  PrepSheet,
  StopAnalytics,
  StopFigures,
  StopGroup,
  StopResult,
  TruckComparison,
} from "@/domain/api/staff-types";
import { server } from "@/test/server";
import { aPlace, TRUCK } from "./schedule-backend";

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
    orderable: true,
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

type Basis = PrepSheet["basis"];

export function aPrepItem(overrides: Partial<PrepItem> = {}): PrepItem {
  return {
    menuItemId: "a".repeat(24),
    name: "Carnitas taco",
    section: "Tacos",
    expected: 24,
    low: 18,
    high: 31,
    preordered: 5,
    counted: 20,
    soldOutStops: 2,
    ...overrides,
  };
}

/** So many Mondays at Pier 5, the newest first. */
export function aBasis(kind: Basis["kind"], stops: number): Basis {
  return {
    kind,
    weekday: "mon",
    stops: Array.from({ length: stops }, (_, index) => ({
      _id: String(index).repeat(24),
      startsAt: "2026-05-25T15:00:00Z",
      date: `2026-05-${String(25 - index * 7).padStart(2, "0")}`,
      placeName: index % 2 ? "Market Square" : "Pier 5",
      pieces: 80 + index,
    })),
  };
}

/** Of a Monday lunch at Pier 5, New York. */
export function aPrepSheet(overrides: Partial<PrepSheet> = {}): PrepSheet {
  return {
    stopId: "5".repeat(24),
    truckId: "507f1f77bcf86cd799439011",
    truckName: "Spicy Burritos",
    placeName: "Pier 5",
    timezone: "America/New_York",
    state: "upcoming",
    startsAt: "2026-06-01T15:00:00Z",
    endsAt: "2026-06-01T18:00:00Z",
    date: "2026-06-01",
    startTime: "11:00",
    endTime: "14:00",
    basis: aBasis("place_and_weekday", 4),
    items: [aPrepItem()],
    ...overrides,
  };
}

export function servePrepSheet(sheet: PrepSheet): void {
  server.use(http.get("*/api/stops/:id/prep-sheet", () => HttpResponse.json(sheet)));
}

const NOTHING_LOST = { closedViews: 0, slotFull: 0, soldOut: 0, unpaid: 0 };

export function someFigures(overrides: Partial<StopFigures> = {}): StopFigures {
  return {
    stops: 1,
    cancelledStops: 0,
    orders: 12,
    revenue: 420,
    averageOrder: 35,
    items: 30,
    refunds: 11.5,
    unitsUsedShare: 0.173,
    medianMinutesToReady: 15.8,
    hours: 3,
    ordersPerHour: 4,
    revenuePerHour: 140,
    lostDemand: NOTHING_LOST,
    ...overrides,
  };
}

/** An ended stop that brought in a quarter more than the others at its place. */
export function aStopGroup({
  stop,
  ...overrides
}: Partial<Omit<StopGroup, "stop">> & { stop?: Partial<NonNullable<StopGroup["stop"]>> } = {}) {
  const place = aPlace();
  return {
    ...someFigures(),
    key: "5".repeat(24),
    truckId: TRUCK._id,
    truckName: TRUCK.name,
    placeId: place._id,
    placeName: place.name,
    weekday: null,
    stop: {
      _id: "5".repeat(24),
      startsAt: "2026-11-20T16:00:00Z",
      endsAt: "2026-11-20T19:00:00Z",
      date: "2026-11-20",
      startTime: "11:00",
      endTime: "14:00",
      state: "ended",
      ...stop,
    },
    placeAverage: { stops: 8, orders: 10, revenue: 336, items: 24, revenuePerHour: 112 },
    revenueChange: 0.25,
    ...overrides,
  };
}

/** One stop, no sale without one, and what was lost, all of it at noon. */
export function aStopReport(overrides: Partial<StopAnalytics> = {}): StopAnalytics {
  const lost = { closedViews: 9, slotFull: 2, soldOut: 3, unpaid: 4 };
  const lostAt = (hour: number) => ({ ...(hour === 12 ? lost : NOTHING_LOST), hour });
  return {
    from: "2026-11-15",
    to: "2026-11-21",
    timezone: "America/New_York",
    groupBy: "stop",
    totals: someFigures(),
    withoutStop: { orders: 0, revenue: 0, averageOrder: 0, items: 0 },
    lostDemand: lost,
    lostDemandByHour: Array.from({ length: 24 }, (_, hour) => lostAt(hour)),
    bestPlaces: [],
    worstPlaces: [],
    groups: [aStopGroup()],
    ...overrides,
  };
}

export function aStopResult(result: StopGroup = aStopGroup()): StopResult {
  return { result, comparedDays: 90 };
}
