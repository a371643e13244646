import { expect, it } from "vitest";
import { labelSteps } from "./labels";

it.each([
  [0, 1, 1],
  [1, 1, 1],
  [5, 1, 1],
  [7, 2, 1],
  [14, 4, 2],
  [30, 6, 3],
  [90, 24, 8],
  [731, 183, 61],
])("of %d bars a phone labels one in %d, a screen one in %d", (bars, phone, screen) => {
  expect(labelSteps(bars)).toEqual({ phone, screen });
});
