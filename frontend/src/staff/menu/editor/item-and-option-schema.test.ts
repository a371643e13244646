import * as v from "valibot";
import { expect, it } from "vitest";
import {
  cannotBeMet,
  describeRule,
  groupSchema,
  NEW_GROUP,
  NEW_OPTION,
} from "./item-and-option-schema";

it.each([
  [0, 1, "Optional: a customer may choose one."],
  [0, 3, "Optional: a customer may choose up to 3."],
  [1, 1, "Required: a customer chooses exactly one."],
  [2, 2, "Required: a customer chooses exactly 2."],
  [1, 3, "Required: a customer chooses 1 to 3."],
  [2, 1, null],
  [Number.NaN, 1, null],
  [0, Number.NaN, null],
  [0, 0, null],
])("from %s to %s reads: %s", (minSelect, maxSelect, words) => {
  expect(describeRule({ ...NEW_GROUP, minSelect, maxSelect })).toBe(words);
});

it("cannot be met once fewer options are in stock than have to be chosen", () => {
  const gone = { ...NEW_OPTION, isAvailable: false };
  expect(cannotBeMet({ ...NEW_GROUP, options: [gone, NEW_OPTION] })).toBe(false);
  expect(cannotBeMet({ ...NEW_GROUP, options: [gone, gone] })).toBe(true);
  expect(cannotBeMet({ ...NEW_GROUP, minSelect: 0, options: [gone] })).toBe(false);
});

it("says which are free, and counts an option as often as it can be taken", () => {
  const twice = { ...NEW_OPTION, maxQuantity: 2 };
  const group = { ...NEW_GROUP, minSelect: 2, maxSelect: 2, freeCount: 1, options: [twice] };
  expect(describeRule(group)).toBe(
    "Required: a customer chooses exactly 2. The cheapest one is free.",
  );
  expect(cannotBeMet(group)).toBe(false);
  expect(cannotBeMet({ ...group, options: [{ ...twice, isAvailable: false }] })).toBe(true);
  expect(v.safeParse(groupSchema, { ...group, name: "a", options: [named(twice)] }).success).toBe(
    true,
  );
  const once = { ...group, name: "a", options: [named({ ...twice, maxQuantity: 1 })] };
  expect(v.safeParse(groupSchema, once).success).toBe(false);
  const free = { ...group, name: "a", freeCount: 3, options: [named(twice)] };
  expect(v.safeParse(groupSchema, free).success).toBe(false);
});

function named(option: typeof NEW_OPTION) {
  return { ...option, name: "Guacamole" };
}
