import { expect, it } from "vitest";
import { aMovingTruck, aStop, aTruck } from "@/test/fixtures";
import { sortTrucks } from "./public-trucks-query-and-order";

const NOW = new Date("2026-06-02T12:00:00Z");
const stopAt = (startsAt: string, endsAt: string) => aStop({ startsAt, endsAt });

it("puts open trucks first, then the next to open, then by name", () => {
  const here = stopAt("2026-06-02T11:00:00Z", "2026-06-02T14:00:00Z");
  const soon = stopAt("2026-06-02T13:00:00Z", "2026-06-02T14:00:00Z");
  const later = stopAt("2026-06-03T13:00:00Z", "2026-06-03T14:00:00Z");
  const sorted = sortTrucks(
    [
      aTruck({ name: "Empty", orderable: false }),
      aMovingTruck(null, null, { name: "Away" }),
      aMovingTruck(null, later, { name: "Later" }),
      aMovingTruck(here, null, { name: "Paused", acceptingOrders: false }),
      aMovingTruck(null, soon, { name: "Soon" }),
      aTruck({ name: "open always" }),
      aMovingTruck(here, null, { name: "Open here" }),
    ],
    NOW,
  );
  expect(sorted.map(({ name }) => name)).toEqual([
    "open always",
    "Open here",
    "Empty",
    "Paused",
    "Soon",
    "Later",
    "Away",
  ]);
});
