import { expect, it } from "vitest";
import { aStaffMenuItem } from "@/test/staff/staff";
import { typicalItem, typicalOrder } from "./typical-item-and-order";

const COLA = aStaffMenuItem({ _id: "c".repeat(24), name: "Cola", prepUnits: 0 });
const TACO = aStaffMenuItem({ _id: "a".repeat(24), name: "Taco" });
const BURRITO = aStaffMenuItem({ _id: "b".repeat(24), name: "Burrito", prepUnits: 2 });
const MENU = [COLA, TACO, BURRITO];

it("is what sold most and takes units", () => {
  const sold = [
    { menuItemId: COLA._id, quantity: 90 },
    { menuItemId: TACO._id, quantity: 10 },
    { menuItemId: BURRITO._id, quantity: 30 },
  ];
  expect(typicalItem(MENU, sold)).toBe(BURRITO);
});

it("is the first that takes units where nothing was sold yet", () => {
  expect(typicalItem(MENU, [])).toBe(TACO);
  expect(typicalItem([COLA], [])).toBeNull();
});

it("weighs the usual order by what sold most", () => {
  const sold = [
    { menuItemId: COLA._id, quantity: 30 },
    { menuItemId: BURRITO._id, quantity: 30 },
    { menuItemId: "gone", quantity: 40 },
  ];
  // Two pieces an order, of one unit on average.
  expect(typicalOrder(MENU, sold, { orders: 50, itemsSold: 100 })).toBe(2);
  expect(typicalOrder(MENU, sold, { orders: 9, itemsSold: 18 })).toBeNull();
  expect(typicalOrder([COLA], sold, { orders: 50, itemsSold: 100 })).toBeNull();
});
