import { expect, it } from "vitest";
import { axisTicks } from "./axis";

it.each([
  [2539.94, false, [0, 1000, 2000, 3000]],
  [18_402.59, false, [0, 5000, 10_000, 15_000, 20_000]],
  [1920, false, [0, 500, 1000, 1500, 2000]],
  [400, false, [0, 100, 200, 300, 400]],
  [4, false, [0, 1, 2, 3, 4]],
  [0, false, [0, 0.5]],
  [50, true, [0, 20, 40, 60]],
  [3, true, [0, 1, 2, 3]],
  [1, true, [0, 1]],
  [0, true, [0, 1]],
])("marks the axis of a bar of %d (counted: %s) at %j", (tallest, isCount, ticks) => {
  expect(axisTicks(tallest, isCount)).toEqual(ticks);
});
