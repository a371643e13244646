import { expect, it } from "vitest";
import type { OrderStatus } from "@/domain/api/staff-types";
import { anOrder } from "@/test/staff/staff";
import { inOrderOfWork, keepPlaces } from "./card-sequence";

const at = (orderNumber: string, status: OrderStatus, minute: number) =>
  anOrder({
    _id: orderNumber.repeat(8),
    orderNumber,
    status,
    estimatedPickupTime: `2026-06-02T16:${minute}:00Z`,
  });
const numbers = (orders: readonly { orderNumber: string }[]) =>
  orders.map(({ orderNumber }) => orderNumber);

it("puts what is due first in front, what is ready behind, and leaves out what was cancelled", () => {
  const orders = [
    at("101", "ready", 10),
    at("102", "pending", 40),
    at("103", "preparing", 20),
    at("104", "cancelled", 15),
  ];
  expect(numbers(inOrderOfWork(orders))).toEqual(["103", "102", "101"]);
});

it("keeps the places while the board is touched, also of what is over, and lets new ones wait", () => {
  const before = [at("101", "preparing", 10), at("102", "ready", 20), at("103", "pending", 30)];
  const present = [at("104", "pending", 12), at("101", "ready", 10), at("103", "cancelled", 30)];
  const { shown, waiting } = keepPlaces(before, present);
  expect(shown.map(({ orderNumber, status }) => [orderNumber, status])).toEqual([
    ["101", "ready"],
    ["102", "completed"],
    ["103", "cancelled"],
  ]);
  expect(shown[1]?.nextStatuses).toEqual([]);
  expect(numbers(waiting)).toEqual(["104"]);
});
