import { describe, expect, it } from "vitest";
import { chosenOptions, selectionOf } from "@/domain/menu/option-selection-and-price";
import { aGroup, aMenuItem } from "@/test/fixtures";
import { newLine, optionIdsOf } from "./cart-item";
import { addLine, countItems, replaceLine, setQuantity } from "./cart-lines";
import { checkoutCart, totalsOf } from "./checkout-cart";
import { lineProblem, withMenuPrices } from "./reconcile-cart";

const heat = aGroup("Heat", [0, 1], "Mild", "Hot:0.50");
const extras = aGroup("Extras", [0, 3], "Guacamole:1.95", "Cheese:0.95");
const burrito = aMenuItem({
  _id: "b".repeat(24),
  name: "Burrito",
  basePrice: 11.5,
  optionGroups: [heat, extras],
});

function line(...names: string[]) {
  const chosen = [heat, extras].flatMap((group) =>
    group.options
      .filter((option) => names.includes(option.name))
      .map((option) => ({
        group,
        option,
        quantity: 1,
        additionalPrice: option.additionalPrice,
      })),
  );
  return newLine({ menuItem: burrito, quantity: 1, chosen, specialInstructions: "" });
}

describe("a new line", () => {
  it("keeps a choice of one apart from options that may be several", () => {
    expect(line("Hot", "Guacamole").customization).toEqual({
      optionChoices: [
        {
          optionId: "option-Hot",
          name: "Hot",
          additionalPrice: 0.5,
          selectedOption: { name: "Heat" },
        },
      ],
      selectedOptions: [{ optionId: "option-Guacamole", name: "Guacamole", additionalPrice: 1.95 }],
      specialInstructions: "",
    });
  });

  it("keeps how many of an option there are, and what they add without the free ones", () => {
    const bowl = aGroup("Toppings", [0, 4], "Guacamole:1.95", "Cheese:0.95", "Salsa:0.95");
    const group = { ...bowl, freeCount: 2 };
    for (const option of group.options) option.maxQuantity = 3;
    const item = { ...burrito, optionGroups: [group] };
    const ids = ["Salsa", "Guacamole", "Guacamole", "Cheese"].map((name) => `option-${name}`);
    const chosen = chosenOptions(selectionOf(ids, [group]), [group]);
    const made = newLine({ menuItem: item, quantity: 1, chosen, specialInstructions: "" });
    expect(made.customization.selectedOptions).toEqual([
      { optionId: "option-Guacamole", name: "Guacamole", additionalPrice: 3.9, quantity: 2 },
      { optionId: "option-Cheese", name: "Cheese", additionalPrice: 0 },
      { optionId: "option-Salsa", name: "Salsa", additionalPrice: 0 },
    ]);
    const [kept] = addLine([], made, 1);
    if (!kept) throw new Error("no line");
    expect(kept.totalPrice).toBe(15.4);
    expect(lineProblem(kept, item)).toBeNull();
    expect(withMenuPrices(kept, item)).toEqual({ ...kept, taxClass: undefined });
    expect(optionIdsOf(kept).filter((id) => id === "option-Guacamole")).toHaveLength(2);
    const single = { ...group, options: group.options.map((one) => ({ ...one, maxQuantity: 1 })) };
    expect(lineProblem(kept, { ...item, optionGroups: [single] })?.kind).toBe("choose_again");
  });

  it("cuts instructions at 200 characters", () => {
    const wordy = newLine({
      menuItem: burrito,
      quantity: 1,
      chosen: [],
      specialInstructions: "x".repeat(250),
    });
    expect(wordy.customization.specialInstructions).toHaveLength(200);
  });
});

describe("adding to the cart", () => {
  it("prices base and options times the quantity", () => {
    const [item] = addLine([], { ...line("Hot", "Guacamole"), quantity: 3 }, 1000);
    expect(item?.totalPrice).toBe(41.85);
    expect(item?.id).toBe(`${burrito._id}-1000`);
  });

  it("merges equal lines, whatever order the options were chosen in", () => {
    const first = addLine([], line("Guacamole", "Cheese"), 1);
    const reversed = line("Guacamole", "Cheese");
    reversed.customization.selectedOptions.reverse();
    const items = addLine(first, reversed, 2);
    expect(items).toHaveLength(1);
    expect(items[0]?.quantity).toBe(2);
  });

  it("keeps lines apart that differ in an option or in the instructions", () => {
    const spoken = line("Hot");
    spoken.customization.specialInstructions = "no onions";
    const items = addLine(addLine(addLine([], line("Hot"), 1), line("Mild"), 1), spoken, 1);
    expect(items).toHaveLength(3);
    expect(new Set(items.map((item) => item.id)).size).toBe(3);
  });

  it("takes the place of another one, or joins an equal one", () => {
    const items = [line("Hot"), line("Mild"), line()].reduce(
      (kept, one) => addLine(kept, one, 1),
      [] as ReturnType<typeof addLine>,
    );
    const id = items[0]?.id ?? "";
    const changed = replaceLine(items, id, { ...line("Guacamole"), quantity: 2 });
    expect(changed.map(({ quantity, totalPrice }) => [quantity, totalPrice])).toEqual([
      [2, 26.9],
      [1, 11.5],
      [1, 11.5],
    ]);
    const joined = replaceLine(items, id, line("Mild"));
    expect(joined.map(({ quantity }) => quantity)).toEqual([2, 1]);
  });

  it("stays beside an equal one where both together are more than 99", () => {
    const items = addLine(
      addLine([], { ...line("Hot"), quantity: 60 }, 1),
      { ...line("Mild"), quantity: 60 },
      2,
    );
    const changed = replaceLine(items, items[0]?.id ?? "", { ...line("Mild"), quantity: 60 });
    expect(changed.map(({ quantity }) => quantity)).toEqual([60, 60]);
    const joined = replaceLine(items, items[0]?.id ?? "", { ...line("Mild"), quantity: 39 });
    expect(joined.map(({ quantity }) => quantity)).toEqual([99]);
  });

  it("never holds more than 99 of a line", () => {
    const items = addLine(
      addLine([], { ...line(), quantity: 60 }, 1),
      { ...line(), quantity: 60 },
      2,
    );
    expect(items[0]?.quantity).toBe(99);
    expect(items[0]?.totalPrice).toBe(1138.5);
  });
});

describe("changing how many", () => {
  const items = addLine([], line(), 1);
  const id = items[0]?.id ?? "";

  it("prices the line again", () => {
    expect(setQuantity(items, id, 2)[0]?.totalPrice).toBe(23);
  });

  it.each([0, -1])("takes the line out at %i", (quantity) => {
    expect(setQuantity(items, id, quantity)).toEqual([]);
  });
});

describe("the totals", () => {
  it("tax the subtotal once, half up, and count every piece", () => {
    const items = addLine([], { ...line("Cheese"), quantity: 2 }, 1);
    expect(totalsOf(items, 8.75)).toEqual({
      subtotalCents: 2490,
      taxCents: 218,
      totalCents: 2708,
    });
    expect(countItems(items)).toBe(2);
  });

  it("leave for the checkout in dollars, without the notices of the cart", () => {
    const items = addLine([], line(), 1);
    const cart = { items, specialInstructions: "", attemptId: "a1", changes: ["was cheaper"] };
    expect(checkoutCart(cart, 8.75)).toEqual({
      items,
      specialInstructions: "",
      attemptId: "a1",
      subtotal: 11.5,
      tax: 1.01,
      tip: 0,
      discount: 0,
      offerCode: null,
      total: 12.51,
    });
  });
});
