import { expect, it } from "vitest";
import { parseTipPresets } from "./truck-form-schema";

it.each([
  ["15, 18, 20", [15, 18, 20]],
  [" 25% 10%;1 ", [1, 10, 25]],
  ["100,99,98", [98, 99, 100]],
])("understands %s", (typed, presets) => {
  expect(parseTipPresets(typed)).toEqual(presets);
});

it.each([
  "",
  "15, 18",
  "15, 18, 20, 25",
  "15, 15, 20",
  "0, 5, 10",
  "5, 10, 101",
  "5, 10, 12.5",
  "five, 10, 20",
  "-5, 10, 20",
])("refuses %s", (typed) => {
  expect(parseTipPresets(typed)).toBeNull();
});
