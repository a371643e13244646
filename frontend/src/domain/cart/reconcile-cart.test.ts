import { describe, expect, it } from "vitest";
import { aGroup, aMenuItem } from "@/test/fixtures";
import { newLine } from "./cart-item";
import { addLine } from "./cart-lines";
import { reconcileCart, soldOutLines } from "./reconcile-cart";

const heat = aGroup("Heat", [1, 1], "Mild", "Hot:0.50");
const taco = aMenuItem();
const burrito = aMenuItem({
  _id: "b".repeat(24),
  name: "Burrito",
  basePrice: 9,
  optionGroups: [heat],
});

function hotBurrito() {
  const option = heat.options.find(({ name }) => name === "Hot");
  if (!option) throw new Error("the fixture lost its hot option");
  return newLine({
    menuItem: burrito,
    quantity: 2,
    chosen: [{ group: heat, option, quantity: 1, additionalPrice: option.additionalPrice }],
    specialInstructions: "",
  });
}

const items = addLine(
  addLine([], newLine({ menuItem: taco, quantity: 1, chosen: [], specialInstructions: "" }), 1),
  hotBurrito(),
  1,
);

describe("holding the cart against the menu", () => {
  it("says nothing and changes nothing while the menu is the same", () => {
    expect(reconcileCart(items, [taco, burrito])).toEqual({ items, changes: [] });
  });

  it("takes over a new base price and says so", () => {
    const corrected = reconcileCart(items, [{ ...taco, basePrice: 4.5 }, burrito]);
    expect(corrected.changes).toEqual(["Carnitas taco is now $4.50 (was $4.00)"]);
    expect(corrected.items[0]?.totalPrice).toBe(4.5);
    expect(corrected.items[1]).toEqual(items[1]);
  });

  it("takes over a new price of an option, for the whole line", () => {
    const dearer = aGroup("Heat", [1, 1], "Mild", "Hot:1.25");
    const corrected = reconcileCart(items, [taco, { ...burrito, optionGroups: [dearer] }]);
    expect(corrected.changes).toEqual(["Burrito is now $10.25 (was $9.50)"]);
    expect(corrected.items[1]?.totalPrice).toBe(20.5);
  });

  it("takes out what is sold out", () => {
    const corrected = reconcileCart(items, [{ ...taco, isAvailable: false }, burrito]);
    expect(corrected.changes).toEqual(["Carnitas taco is sold out and was removed"]);
    expect(corrected.items).toEqual([items[1]]);
  });

  it("takes out what is no longer on the menu", () => {
    expect(reconcileCart(items, [burrito]).changes).toEqual([
      "Carnitas taco is no longer on the menu and was removed",
    ]);
  });

  it("takes out a menu item whose option is sold out or gone", () => {
    const soldOut = {
      ...heat,
      options: heat.options.map((option) => ({ ...option, isAvailable: option.name !== "Hot" })),
    };
    const gone = { ...heat, options: heat.options.filter(({ name }) => name !== "Hot") };
    expect(reconcileCart(items, [taco, { ...burrito, optionGroups: [soldOut] }])).toEqual({
      items: [items[0]],
      changes: ["Burrito was removed: Hot is sold out"],
    });
    expect(reconcileCart(items, [taco, { ...burrito, optionGroups: [gone] }]).changes).toEqual([
      "Burrito was removed: Hot is no longer offered",
    ]);
  });

  it("takes out a menu item that now asks for a choice it does not have", () => {
    const salsa = aGroup("Salsa", [1, 2], "Verde", "Rojo");
    expect(reconcileCart(items, [{ ...taco, optionGroups: [salsa] }, burrito]).changes).toEqual([
      "Carnitas taco was removed: please choose Salsa again",
    ]);
  });

  it("keeps what is sold out while the customer looks, and takes out what is gone for good", () => {
    const soldOut = { ...taco, isAvailable: false };
    const kept = reconcileCart(items, [soldOut, burrito], { keepSoldOut: true });
    expect(kept).toEqual({ items, changes: [] });
    const gone = reconcileCart(items, [burrito], { keepSoldOut: true });
    expect(gone.items).toEqual([items[1]]);
  });

  it("names the menu item or the option that a line lacks", () => {
    const withoutHot = {
      ...heat,
      options: heat.options.map((option) => ({ ...option, isAvailable: option.name !== "Hot" })),
    };
    const menu = [
      { ...taco, isAvailable: false },
      { ...burrito, optionGroups: [withoutHot] },
    ];
    expect([...soldOutLines(items, menu)]).toEqual([
      [items[0]?.id, { name: "Carnitas taco", served: "" }],
      [items[1]?.id, { name: "Hot", served: "" }],
    ]);
    expect(soldOutLines(items, [taco, burrito]).size).toBe(0);
  });
});
