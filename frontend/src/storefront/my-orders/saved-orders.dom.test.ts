import { afterEach, expect, it, vi } from "vitest";
import { forbidStorage } from "@/test/forbid-storage";
import { forgetAllOrders, forgetOrder, listSavedOrders, saveOrder } from "./saved-orders";

const KEY = "chuckwagon:orders";
const order = (number: number) => ({
  token: `token-${number}`,
  slug: "taco-truck",
  truckName: "Taco Truck",
  orderNumber: `${number}`,
});
const numbers = () => listSavedOrders().map(({ orderNumber }) => Number(orderNumber));

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it("keeps the last ten, newest first", () => {
  for (let number = 1; number <= 12; number += 1) saveOrder(order(number));
  expect(numbers()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
});

it("keeps an order once, as the newest", () => {
  for (const number of [1, 2, 1]) saveOrder(order(number));
  expect(numbers()).toEqual([1, 2]);
});

it("forgets one or all, and leaves nothing behind", () => {
  for (const number of [1, 2, 3]) saveOrder(order(number));
  forgetOrder("token-2");
  expect(numbers()).toEqual([3, 1]);
  forgetAllOrders();
  expect(localStorage.getItem(KEY)).toBeNull();
});

it.each([
  ["no JSON", "{"],
  ["no list", '{"token":"a"}'],
  ["a list of something else", '[null, 3, {"token":"a"}]'],
])("reads %s as no orders", (_name, text) => {
  localStorage.setItem(KEY, text);
  expect(listSavedOrders()).toEqual([]);
});

it("lists the orders of the visit without a storage", () => {
  forbidStorage();
  saveOrder(order(1));
  expect(numbers()).toEqual([1]);
});
