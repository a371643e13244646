import { expect, it } from "vitest";
import { axisTicks, labelSteps } from "./bar-chart";

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

it.each([
  [0, "Nov 21", 1, 1],
  [1, "Nov 21", 1, 1],
  [5, "Nov 21", 1, 1],
  [7, "Nov 21", 2, 1],
  [7, "Sat", 1, 1],
  [7, "10 p.m.", 2, 1],
  [14, "Nov 21", 4, 2],
  [30, "Nov 21", 6, 3],
  [90, "Nov 21", 24, 8],
  [731, "Nov 21", 183, 61],
])(
  "of %d bars like %s a phone labels one in %d, a screen one in %d",
  (bars, label, phone, screen) => {
    expect(labelSteps(Array.from({ length: bars }, () => label))).toEqual({ phone, screen });
  },
);
