import { expect, it } from "vitest";
import { labelSteps } from "./labels";

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
