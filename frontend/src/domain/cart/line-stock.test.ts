import { describe, expect, it } from "vitest";
import { withLearnedCounts, withOwnPieces } from "@/domain/menu/counted-stock";
import { aGroup, aMenuItem } from "@/test/fixtures";
import type { CartItem } from "./cart-item";
import { newLine } from "./cart-item";
import { addLine } from "./cart-lines";
import { findShortLines, piecesOf, stockByLine, unitsOf } from "./line-stock";

const extras = aGroup("Extras", [0, 2], "Guacamole:1", "Cheese");
const [guacamole, cheese] = extras.options;
const taco = aMenuItem({ optionGroups: [extras] });
const soda = aMenuItem({ _id: "s".repeat(24), name: "Soda" });

type Option = typeof guacamole;

function lineOf(menuItem: typeof taco, quantity: number, ...options: Option[]) {
  const chosen = options.flatMap((option) =>
    option ? [{ group: extras, option, quantity: 1, additionalPrice: option.additionalPrice }] : [],
  );
  return newLine({ menuItem, quantity, chosen, specialInstructions: "" });
}

/** A plain taco and one with guacamole: two lines of the same menu item. */
function twoLines(plain: number, withGuacamole: number): CartItem[] {
  return [lineOf(taco, plain), lineOf(taco, withGuacamole, guacamole)].reduce<CartItem[]>(
    (items, line) => addLine(items, line, 1),
    [],
  );
}

const counts = (items: CartItem[], menu: (typeof taco)[]) => [...stockByLine(items, menu).values()];

describe("what is left for a line", () => {
  it("has no limit without a count, nor for what is no longer on the menu", () => {
    const unlimited = { left: null, allowed: 99, max: 99 };
    expect(counts(twoLines(1, 1), [taco])).toEqual([unlimited, unlimited]);
    expect(counts(twoLines(1, 1), [])).toEqual([unlimited, unlimited]);
  });

  it("is shared by the lines of a menu item: the upper one comes first", () => {
    const menu = [{ ...taco, remaining: 5 }];
    expect(counts(twoLines(2, 1), menu)).toEqual([
      { left: 5, allowed: 5, max: 4 },
      { left: 5, allowed: 3, max: 3 },
    ]);
    const items = twoLines(3, 4);
    const [, second] = items;
    expect([...findShortLines(items, stockByLine(items, menu))]).toEqual([[second?.id, 2]]);
  });

  it("is the least of the menu item and its chosen options", () => {
    const options = extras.options.map((option) =>
      option === guacamole ? { ...option, remaining: 1 } : option,
    );
    const menu = [{ ...taco, remaining: 4, optionGroups: [{ ...extras, options }] }];
    expect(counts(twoLines(1, 1), menu)).toEqual([
      { left: 4, allowed: 4, max: 3 },
      { left: 1, allowed: 1, max: 1 },
    ]);
  });

  it("includes what the customer holds already, and what the server said last", () => {
    const own = piecesOf(twoLines(0, 2));
    const soldOut = [{ ...taco, isAvailable: false, remaining: 0 }];
    expect(withOwnPieces(soldOut, own)).toMatchObject([{ isAvailable: true, remaining: 2 }]);
    // Sold out by hand, with pieces left: that they are held does not bring it back.
    const byHand = [{ ...taco, isAvailable: false, remaining: 3 }];
    expect(withOwnPieces(byHand, own)).toMatchObject([{ isAvailable: false, remaining: 5 }]);
    expect(withLearnedCounts([taco], { [taco._id]: 7 })).toMatchObject([{ remaining: 7 }]);
    expect(withLearnedCounts([{ ...taco, remaining: 2 }], { [taco._id]: 7 })).toMatchObject([
      { remaining: 2 },
    ]);
  });
});

it("counts pieces by menu item and option", () => {
  const line = lineOf(taco, 2, guacamole, cheese);
  expect(piecesOf([line, lineOf(soda, 1)])).toEqual({
    [taco._id]: 2,
    "option-Guacamole": 2,
    "option-Cheese": 2,
    [soda._id]: 1,
  });
});

it("sums the kitchen effort; what is not on the menu counts one a piece", () => {
  const [burrito, water] = [
    { ...taco, prepUnits: 2 },
    { ...soda, prepUnits: 0 },
  ];
  const lines = [lineOf(burrito, 3), lineOf(water, 4)];
  expect(unitsOf(lines, [burrito, water])).toBe(6);
  expect(unitsOf(lines, [water])).toBe(3);
});
