import { expect, it } from "vitest";
import { anOrder } from "@/test/staff/staff";
import { exactPickup, laterBy } from "./pickup-estimate";

const ZONE = "America/Los_Angeles";
const NOW = new Date("2026-11-22T01:30:20Z");

it.each([
  ["the estimate that lies ahead", "2026-11-22T02:00:00Z", "2026-11-22T02:05:00.000Z"],
  ["now, once the estimate has passed", "2026-11-22T01:00:00Z", "2026-11-22T01:36:00.000Z"],
  ["now without an estimate", null, "2026-11-22T01:36:00.000Z"],
])("counts from %s", (_what, estimatedPickupTime, expected) => {
  const order = anOrder({ estimatedPickupTime, pickupTime: null });
  expect(laterBy(5, order, NOW)).toBe(expected);
});

it("counts from what the customer asked for until staff have said something else", () => {
  const order = anOrder({ estimatedPickupTime: null, pickupTime: "2026-11-22T02:00:00Z" });
  expect(laterBy(10, order, NOW)).toBe("2026-11-22T02:10:00.000Z");
});

it("puts an exact time on the day of a pickup that is still to come", () => {
  const on = (pickupTime: string) =>
    exactPickup("12:30", anOrder({ pickupTime, estimatedPickupTime: null }), ZONE, NOW);
  expect(on("2026-11-24T20:00:00Z")?.toISOString()).toBe("2026-11-24T20:30:00.000Z");
  expect(on("2026-11-22T02:00:00Z")?.toISOString()).toBe("2026-11-22T20:30:00.000Z");
});
