import { expect, it } from "vitest";
import type { MenuOption, OptionGroup } from "@/domain/api/public-types";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { newLine } from "@/domain/cart/cart-item";
import { addLine } from "@/domain/cart/cart-lines";
import { totalsOf } from "@/domain/cart/checkout-cart";
import { aGroup } from "@/test/fixtures";
import { aStaffMenuItem } from "@/test/staff/staff";
import { requestOf } from "./api";
import {
  atMenuPrices,
  atServerPrices,
  priceChangeMessage,
  problemMessage,
} from "./counter-price-and-tax-changes";

const GROUP = aGroup("Salsa", [0, 2], "Verde", "Rojo:0.5");
const ROJO = optionOf(GROUP, "Rojo");
const TACO = aStaffMenuItem({ _id: "taco", name: "Taco", basePrice: 4, optionGroups: [GROUP] });
const [LINE] = addLine([], hotTacos(), 1);
if (!LINE) throw new Error("no line");

function optionOf({ options }: OptionGroup, name: string): MenuOption {
  const option = options.find((one) => one.name === name);
  if (!option) throw new Error(`no option ${name}`);
  return option;
}

function hotTacos() {
  const { additionalPrice } = ROJO;
  const chosen = [{ group: GROUP, option: ROJO, quantity: 1, additionalPrice }];
  return newLine({ menuItem: TACO, quantity: 2, chosen, specialInstructions: " hot " });
}

function menuOf(...items: StaffMenuItem[]) {
  return new Map(items.map((item) => [item._id, item]));
}

it("costs what the menu says now, and what the customer was told once it has left the menu", () => {
  const dearer = menuOf({ ...TACO, basePrice: 5 });
  expect(totalsOf([atMenuPrices(LINE, dearer)], 8.75)).toEqual({
    subtotalCents: 1100,
    taxCents: 96,
    totalCents: 1196,
  });
  expect(totalsOf([atMenuPrices(LINE, menuOf())], 0).totalCents).toBe(900);
});

it("says which price is another than the customer was told", () => {
  const now = (menu: StaffMenuItem) => atMenuPrices(LINE, menuOf(menu));
  expect(priceChangeMessage(LINE, now(TACO))).toBeNull();
  expect(priceChangeMessage(LINE, now({ ...TACO, basePrice: 5 }))).toBe(
    "Now $5.50 each, was $4.50.",
  );
  const { customization } = atMenuPrices(LINE, menuOf({ ...TACO, basePrice: 5 }));
  const cart = {
    items: [{ basePrice: 4, customization }],
    subtotal: 9,
    tax: 0,
    tip: 0,
    discount: 0,
    total: 9,
  };
  const [again] = atServerPrices([LINE], cart);
  expect(again).toEqual(LINE);
});

it("has as many of an option as the server prices", () => {
  const [rojo] = LINE.customization.selectedOptions;
  if (!rojo) throw new Error("no option");
  const withTwo = { ...LINE.customization, selectedOptions: [{ ...rojo, quantity: 2 }] };
  const sums = { subtotal: 9, tax: 0, tip: 0, discount: 0, total: 9 };
  const [again] = atServerPrices([{ ...LINE, customization: withTwo }], {
    items: [{ basePrice: 4, customization: LINE.customization }],
    ...sums,
  });
  expect(again).toEqual(LINE);
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
    "in need of more options",
    menuOf({ ...TACO, optionGroups: [{ ...GROUP, minSelect: 2 }] }),
    "Please choose Salsa again.",
  ],
  [
    "out of an option",
    menuOf({ ...TACO, optionGroups: [{ ...GROUP, options: [{ ...ROJO, isAvailable: false }] }] }),
    "Rojo is sold out.",
  ],
  ["as it was", menuOf(TACO), null],
])("tells of a menu item that is %s", (_what, menu, problem) => {
  expect(problemMessage(LINE, menu)).toBe(problem);
});

it("sends a walk-up without a name or a phone, and the total that was told", () => {
  const details = { name: " ", phone: "", note: "", payment: "cash" } as const;
  expect(requestOf("truck", [LINE], details, 979)).toEqual({
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
        optionIds: [ROJO._id],
        specialInstructions: "hot",
        unitPrice: 4.5,
      },
    ],
  });
});
