import { expect, it } from "vitest";
import { aMenuItem } from "@/test/fixtures";
import { newLine } from "./cart-rules";
import { unitsOf } from "./kitchen-units";

const taco = aMenuItem({ prepUnits: 2 });
const soda = aMenuItem({ _id: "s".repeat(24), name: "Soda", prepUnits: 0 });

function lineOf(menuItem: typeof taco, quantity: number) {
  return newLine({ menuItem, quantity, chosen: [], specialInstructions: "" });
}

it("sums the kitchen effort; what is not on the menu counts one a piece", () => {
  const lines = [lineOf(taco, 3), lineOf(soda, 4)];
  expect(unitsOf(lines, [taco, soda])).toBe(6);
  expect(unitsOf(lines, [soda])).toBe(3);
});
