import { expect, it } from "vitest";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { aGroup, aMenuItem } from "@/test/fixtures";
import {
  addToOrder,
  type Details,
  NO_OPTIONS,
  priceChangeMessage,
  problemOf,
  requestOf,
  totalsOf,
} from "./counter-order";

const GROUP = aGroup("Salsa", [0, 2], "Verde", "Rojo:0.5");
const TACO = staffItem({ _id: "taco", name: "Taco", basePrice: 4, optionGroups: [GROUP] });
const COLA = staffItem({ _id: "cola", name: "Cola", basePrice: 2.5 });
const DETAILS: Details = { name: " ", phone: "", note: "", payment: "cash" };
const HOT = { selection: { [GROUP._id]: ["option-Rojo"] }, quantity: 2, note: "hot" };

function staffItem(overrides: Partial<StaffMenuItem>): StaffMenuItem {
  return { ...aMenuItem(), version: 1, updatedAt: "2026-11-20T00:00:00Z", ...overrides };
}

function menuOf(...items: StaffMenuItem[]) {
  return new Map(items.map((item) => [item._id, item]));
}

it("counts the same wish up and keeps another apart", () => {
  let lines = addToOrder([], TACO, HOT, "1");
  lines = addToOrder(lines, TACO, { ...HOT, note: " hot " }, "2");
  lines = addToOrder(lines, TACO, NO_OPTIONS, "3");
  expect(lines.map(({ id, quantity }) => [id, quantity])).toEqual([
    ["1", 4],
    ["3", 1],
  ]);
});

it("never counts beyond what a line may hold", () => {
  const lines = addToOrder([], COLA, { ...NO_OPTIONS, quantity: 99 }, "1");
  expect(addToOrder(lines, COLA, NO_OPTIONS, "2")[0]?.quantity).toBe(99);
});

it("adds up with the tax rounded once, half up", () => {
  const lines = addToOrder(addToOrder([], TACO, HOT, "1"), COLA, NO_OPTIONS, "2");
  expect(totalsOf(lines, menuOf(TACO, COLA), 8.75)).toEqual({
    subtotalCents: 1150,
    taxCents: 101,
    totalCents: 1251,
  });
});

it("says which price is another than the customer was told", () => {
  const [line] = addToOrder([], TACO, HOT, "1");
  if (!line) throw new Error("no line");
  expect(priceChangeMessage(line, menuOf(TACO))).toBeNull();
  expect(priceChangeMessage(line, menuOf({ ...TACO, basePrice: 5 }))).toBe(
    "Now $5.50 each, was $4.50.",
  );
});

it.each([
  ["gone", menuOf(), "Taco is no longer on the menu."],
  ["sold out", menuOf({ ...TACO, isAvailable: false }), "Taco is sold out."],
  [
    "without its option",
    menuOf({ ...TACO, optionGroups: [] }),
    "An option is no longer offered. Please choose again.",
  ],
  [
    "out of an option",
    menuOf({
      ...TACO,
      optionGroups: [
        { ...GROUP, options: GROUP.options.map((one) => ({ ...one, isAvailable: false })) },
      ],
    }),
    "Rojo is sold out.",
  ],
  ["as it was", menuOf(TACO), null],
])("tells of a menu item that is %s", (_what, menu, problem) => {
  const [line] = addToOrder([], TACO, HOT, "1");
  if (!line) throw new Error("no line");
  expect(problemOf(line, menu)).toBe(problem);
});

it("sends a walk-up without a name or a phone, and the total that was told", () => {
  const lines = addToOrder([], TACO, HOT, "1");
  expect(requestOf("truck", lines, DETAILS, 979)).toEqual({
    truckId: "truck",
    customerName: "Walk-up",
    customerPhone: null,
    specialInstructions: null,
    payment: "cash",
    expectedTotal: 9.79,
    items: [
      {
        menuItemId: "taco",
        quantity: 2,
        optionIds: ["option-Rojo"],
        specialInstructions: "hot",
      },
    ],
  });
});
