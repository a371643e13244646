import { expect, it } from "vitest";
import { parsePercent } from "./money";

it.each([
  ["8.75", 8.75],
  [" 8.75 % ", 8.75],
  ["0", 0],
  [".5", 0.5],
  ["100", 100],
  ["7.", 7],
])("%s is understood", (text, percent) => {
  expect(parsePercent(text, 4)).toBe(percent);
});

it.each(["", "%", ".", "-1", "8,75", "8.12345", "1e1", "eight"])("%s is not", (text) => {
  expect(parsePercent(text, 4)).toBeNull();
});
