import type { StopAnalytics, StopFigures, StopGroup, StopResult } from "@/domain/api/admin-types";
import { aPlace, TRUCK } from "./schedule-backend";

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
