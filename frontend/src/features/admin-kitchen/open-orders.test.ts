import { expect, it } from "vitest";
import type { OrderStatus, StaffOrder } from "@/api/admin-types";
import { anOrder } from "@/test/staff";
import { type KnownOrders, learn, mergeRead } from "./open-orders";

function order(_id: string, status: OrderStatus, version = 1): StaffOrder {
  return anOrder({ _id, status, version });
}

function known(...orders: StaffOrder[]): KnownOrders {
  return Object.fromEntries(orders.map((one) => [one._id, one]));
}

function states(orders: KnownOrders): string[] {
  return Object.values(orders).map(({ _id, status, version }) => `${_id} ${status} ${version}`);
}

it("takes over news, and not what is older than what is known", () => {
  const before = known(order("a", "preparing", 3));
  expect(learn(before, order("a", "confirmed", 2), false)).toBe(before);
  expect(states(learn(before, order("b", "pending"), false))).toEqual([
    "a preparing 3",
    "b pending 1",
  ]);
});

it("lets completed orders go, and keeps a cancelled one only if the kitchen had it", () => {
  const before = known(order("a", "preparing", 3));
  expect(learn(before, order("a", "completed", 5), false)).toEqual({});
  expect(states(learn(before, order("a", "cancelled", 4), false))).toEqual(["a cancelled 4"]);
  expect(learn(before, order("b", "cancelled", 4), false)).toBe(before);
});

it("an older list brings back nothing that was completed while it was read", () => {
  const start = known(order("a", "ready", 4));
  const during = learn(start, order("a", "completed", 5), true);
  expect(states(mergeRead([order("a", "ready", 4)], start, during))).toEqual(["a completed 5"]);
});

it("a list drops what is closed by now and adds what came; news of its own time stay", () => {
  const start = known(order("gone", "ready", 4), order("kept", "pending", 1));
  const during = learn(start, order("new", "pending", 1), true);
  const merged = mergeRead(
    [order("kept", "confirmed", 2), order("other", "pending")],
    start,
    during,
  );
  expect(states(merged).sort()).toEqual(["kept confirmed 2", "new pending 1", "other pending 1"]);
});

it("an order met twice on its way through the lists is there once, as it was seen last", () => {
  const read = [order("a", "pending", 1), order("a", "confirmed", 2)];
  expect(states(mergeRead(read, {}, {}))).toEqual(["a confirmed 2"]);
});
