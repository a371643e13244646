import { describe, expect, it } from "vitest";
import type { OrderStatus } from "@/domain/api/staff-types";
import { anOrder } from "@/test/staff/staff";
import { ageOf, formatDuration, sayWhen } from "./ticket-state-and-age";

const NOW = new Date("2026-11-21T20:00:00Z");
const when = sayWhen(NOW);

function at(minutes: number): string {
  return new Date(NOW.getTime() + minutes * 60_000).toISOString();
}

function ageAt(order: { promised?: number; made?: number; status?: OrderStatus; ready?: number }) {
  const { promised, made = -12, status = "confirmed", ready } = order;
  const time = promised === undefined ? null : at(promised);
  return ageOf(
    anOrder({
      status,
      createdAt: at(made),
      pickupTime: time,
      estimatedPickupTime: time,
      history: ready === undefined ? [] : [{ status: "ready", at: at(ready), by: "Ada" }],
    }),
    NOW,
    when,
  );
}

describe("an order with a promised time", () => {
  it.each([
    [400, "due 6:40 PM", "calm", 0],
    [1440, "due Sun 12:00 PM", "calm", 0],
    [60, "due in 1 h", "calm", 0],
    [29.2, "due in 30 min", "calm", 0.05],
    [15, "due in 15 min", "calm", 0.5],
    [5.5, "due in 6 min", "calm", 0.8],
    [5, "due in 5 min", "soon", 0.85],
    [0.5, "due in 1 min", "soon", 1],
    [0, "due now", "late", 1],
    [-0.9, "due now", "late", 1],
    [-1, "late 1 min", "late", 1],
    [-3.4, "late 3 min", "late", 1],
    [-65, "late 1 h 5 min", "late", 1],
  ])("promised in %s min: %s, %s", (promised, text, level, fill) => {
    expect(ageAt({ promised })).toEqual({ text, level, fill, sinceOrdered: "12 min" });
  });
});

describe("an order from the counter, or one that waits to be fetched", () => {
  it.each([
    [0, "0 min", "calm", 0],
    [9.9, "9 min", "calm", 0.6],
    [10, "10 min", "soon", 0.65],
    [15, "waiting 15 min", "late", 1],
    [61, "waiting 1 h 1 min", "late", 1],
  ])("made %s min ago: %s, %s", (minutes, text, level, fill) => {
    expect(ageAt({ made: -minutes })).toMatchObject({ text, level, fill });
  });

  it("counts from when it was ready, however late it was before", () => {
    expect(ageAt({ promised: -30, status: "ready", ready: -4 })).toMatchObject({
      text: "ready 4 min",
      level: "calm",
    });
    expect(ageAt({ promised: 30, status: "ready", ready: -16 })).toMatchObject({
      text: "waiting 16 min",
      level: "late",
    });
  });
});

it.each([
  [-1, "0 min"],
  [59.9, "59 min"],
  [120, "2 h"],
  [48 * 60, "2 days"],
])("says %s minutes as %s", (minutes, words) => {
  expect(formatDuration(minutes)).toBe(words);
});

it("says a time on the clock of the place, with a date that is more than a week away", () => {
  const place = { name: "Pier 5", address: "", timezone: "America/New_York" };
  const promise = new Date(at(400));
  expect(when(promise, anOrder())).toBe("6:40 PM");
  expect(when(promise, anOrder({ place }))).toBe("9:40 PM");
  expect(when(new Date(at(7 * 1440)), anOrder())).toBe("Nov 28 12:00 PM");
});
