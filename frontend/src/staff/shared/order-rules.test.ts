import { expect, it } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { anOrder } from "@/test/staff/staff";
import { byPickup } from "./order-rules";

function order(orderNumber: string, wish: Partial<StaffOrder>): StaffOrder {
  return anOrder({
    _id: orderNumber,
    orderNumber,
    pickupTime: null,
    estimatedPickupTime: null,
    ...wish,
  });
}

it("puts first what is wanted first: the estimate, else the wish, else when it was ordered", () => {
  const orders = [
    order("moved", {
      estimatedPickupTime: "2026-11-21T20:30:00Z",
      pickupTime: "2026-11-21T19:00:00Z",
    }),
    order("walk-in", { createdAt: "2026-11-21T20:05:00Z" }),
    order("wished", { pickupTime: "2026-11-21T20:10:00Z" }),
    order("later", {
      estimatedPickupTime: "2026-11-21T20:20:00Z",
      createdAt: "2026-11-21T19:02:00Z",
    }),
    order("earlier", {
      estimatedPickupTime: "2026-11-21T20:20:00Z",
      createdAt: "2026-11-21T19:01:00Z",
    }),
    order("words", { estimatedPickupTime: "after the show", createdAt: "2026-11-21T20:00:00Z" }),
  ];
  expect(orders.sort(byPickup).map(({ orderNumber }) => orderNumber)).toEqual([
    "words",
    "walk-in",
    "wished",
    "earlier",
    "later",
    "moved",
  ]);
});

it("puts an order of the counter among those of its slot, in the order they came", () => {
  const slotAt = "2026-11-21T20:10:00Z";
  const orders = [
    order("next slot", { pickupTime: "2026-11-21T20:20:00Z", slotAt: "2026-11-21T20:20:00Z" }),
    order("counter", { slotAt, createdAt: "2026-11-21T20:14:00Z" }),
    order("ahead", { pickupTime: slotAt, slotAt, createdAt: "2026-11-21T18:00:00Z" }),
    order("without a slot", { createdAt: "2026-11-21T20:12:00Z" }),
  ];
  expect(orders.sort(byPickup).map(({ orderNumber }) => orderNumber)).toEqual([
    "ahead",
    "counter",
    "without a slot",
    "next slot",
  ]);
});
