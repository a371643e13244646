import { HttpResponse, http } from "msw";
import type { PrepItem, PrepSheet } from "@/domain/api/admin-types";
import { server } from "@/test/server";

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
