import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { recordEvent } from "@/domain/live/record-versions";
import { anOrder } from "@/test/staff/staff";
import { applyToOpen } from "./order-cache";
import { dropOrder, openOrdersQuery } from "./staff-order-queries";

function order(_id: string, status: OrderStatus, version = 1): StaffOrder {
  return anOrder({ _id, status, version });
}

function states(orders: readonly StaffOrder[]): string[] {
  return orders.map(({ _id, status, version }) => `${_id} ${status} ${version}`);
}

it("takes a new order and a newer state, and nothing that is older than what is known", () => {
  const before = [order("a", "preparing", 3)];
  expect(applyToOpen(before, order("a", "confirmed", 2))).toBe(before);
  expect(states(applyToOpen(before, order("a", "ready", 4)))).toEqual(["a ready 4"]);
  expect(states(applyToOpen(before, order("b", "pending")))).toEqual([
    "a preparing 3",
    "b pending 1",
  ]);
});

it("lets completed orders go, and keeps a cancelled one only if the kitchen had it", () => {
  const before = [order("a", "preparing", 3)];
  expect(applyToOpen(before, order("a", "completed", 5))).toEqual([]);
  expect(states(applyToOpen(before, order("a", "cancelled", 4)))).toEqual(["a cancelled 4"]);
  expect(applyToOpen(before, order("b", "cancelled", 4))).toBe(before);
});

it("drops a cancelled order once it was seen", () => {
  const client = new QueryClient();
  const cancelled = order("a", "cancelled", 4);
  const { queryKey } = openOrdersQuery(cancelled.truckId);
  client.setQueryData(queryKey, [cancelled, order("b", "ready", 4)]);
  dropOrder(client, cancelled);
  expect(states(client.getQueryData(queryKey) ?? [])).toEqual(["b ready 4"]);
});

it("an answer that comes after an event of a higher version is outdated", () => {
  const client = new QueryClient();
  expect(recordEvent(client, order("a", "completed", 5))).toBe(true);
  expect(recordEvent(client, order("a", "ready", 4))).toBe(false);
  expect(recordEvent(client, order("a", "completed", 5))).toBe(true);
  expect(recordEvent(client, order("b", "ready", 4))).toBe(true);
});
