import { beforeEach, describe, expect, it } from "vitest";
import { newLine } from "@/domain/cart/cart-item";
import { setCurrentLanguage } from "@/messages/language";
import { addToCart, clearCart, getCart, refillCart } from "@/storefront/cart/cart-store";
import { aGroup, aMenuItem } from "@/test/fixtures";
import { type OrderedLine, orderAgain } from "./order-again";

const TRUCK = "507f1f77bcf86cd799439011";
const SLUG = "spicy-burritos";
const heat = aGroup("Heat", [1, 1], "Mild", "Hot:0.50");
const extras = aGroup("Extras", [0, 3], "Guacamole:2", "Cheese:1");
const burrito = aMenuItem({
  _id: "b".repeat(24),
  name: "Burrito",
  basePrice: 10,
  optionGroups: [heat, extras],
});

const taco = aMenuItem({ _id: "a".repeat(24), name: "Carnitas taco", basePrice: 4 });

const hotBurrito: OrderedLine = {
  menuItemId: burrito._id,
  name: "Burrito",
  quantity: 2,
  unitPrice: 12.5,
  customizations: [
    { group: "Heat", name: "Hot", additionalPrice: 0.5, quantity: 1, freeQuantity: 0 },
    { group: "Extras", name: "Guacamole", additionalPrice: 2, quantity: 1, freeQuantity: 0 },
  ],
  specialInstructions: "No onions",
};

const plainTaco: OrderedLine = {
  menuItemId: taco._id,
  name: "Carnitas taco",
  quantity: 1,
  unitPrice: 4,
  customizations: [],
  specialInstructions: null,
};

describe("ordering again", () => {
  it("finds the options of an order from before the menu spoke the reader's language", () => {
    setCurrentLanguage("es");
    const words = { name: "Burrito", options: { Heat: "Picante", Hot: "Mucho" } };
    const menu = [{ ...burrito, translations: { es: words } }];
    const { items, changes } = orderAgain([hotBurrito], menu, TRUCK);
    setCurrentLanguage("en");
    expect(changes).toEqual([]);
    expect(items[0]?.customization).toMatchObject({
      optionChoices: [{ optionId: "option-Hot", name: "Mucho" }],
      selectedOptions: [{ optionId: "option-Guacamole", name: "Guacamole" }],
    });
  });

  it("gives the same lines with today's ids when nothing has changed", () => {
    const { items, changes } = orderAgain([hotBurrito, plainTaco], [burrito, taco], TRUCK);
    expect(changes).toEqual([]);
    expect(items.map(({ name, quantity, totalPrice }) => [name, quantity, totalPrice])).toEqual([
      ["Burrito", 2, 25],
      ["Carnitas taco", 1, 4],
    ]);
    expect(items[0]?.customization).toEqual({
      optionChoices: [
        {
          optionId: "option-Hot",
          name: "Hot",
          additionalPrice: 0.5,
          selectedOption: { name: "Heat" },
        },
      ],
      selectedOptions: [{ optionId: "option-Guacamole", name: "Guacamole", additionalPrice: 2 }],
      specialInstructions: "No onions",
    });
  });

  it("takes today's price of the menu item and of its options, and says so", () => {
    const dearer = {
      ...burrito,
      basePrice: 11,
      optionGroups: [heat, aGroup("Extras", [0, 3], "Guacamole:3")],
    };
    const { items, changes } = orderAgain([hotBurrito], [dearer], TRUCK);
    expect(items[0]?.totalPrice).toBe(29);
    expect(changes).toEqual(["Burrito is now $14.50 (was $12.50)"]);
  });

  it.each([
    ["is gone", [], "Burrito is no longer on the menu and was removed"],
    ["is sold out", [{ ...burrito, isAvailable: false }], "Burrito is sold out and was removed"],
    [
      "has lost an option",
      [{ ...burrito, optionGroups: [heat] }],
      "Burrito was removed: Guacamole is no longer offered",
    ],
    [
      "needs a choice that did not exist",
      [{ ...burrito, optionGroups: [heat, extras, aGroup("Size", [1, 1], "Small", "Large")] }],
      "Burrito was removed: please choose Size again",
    ],
  ])("leaves a menu item out that %s, and says why", (_case, menu, sentence) => {
    const { items, changes } = orderAgain([hotBurrito, plainTaco], [...menu, taco], TRUCK);
    expect(items.map((item) => item.name)).toEqual(["Carnitas taco"]);
    expect(changes).toEqual([sentence]);
  });

  it("counts equal lines of the order together", () => {
    const { items } = orderAgain([plainTaco, { ...plainTaco, quantity: 2 }], [taco], TRUCK);
    expect(items.map((item) => item.quantity)).toEqual([3]);
  });
});

describe("refilling the cart", () => {
  beforeEach(() => clearCart(SLUG));

  it("keeps what is there, doubles nothing, and keeps saying what changed", () => {
    const elote = aMenuItem({ _id: "c".repeat(24), name: "Elote" });
    addToCart(SLUG, newLine({ menuItem: elote, quantity: 1, chosen: [], specialInstructions: "" }));
    const again = orderAgain([plainTaco, hotBurrito], [taco], TRUCK);
    refillCart(SLUG, again);
    refillCart(SLUG, again);
    const { items, changes } = getCart(SLUG);
    expect(items.map(({ name, quantity }) => [name, quantity])).toEqual([
      ["Elote", 1],
      ["Carnitas taco", 1],
    ]);
    expect(changes).toEqual(["Burrito is no longer on the menu and was removed"]);
  });
});
