import { describe, expect, it } from "vitest";
import { compareAmounts, compareMinutes, compareShares } from "./figure-words";

const dollars = (value: number) => `$${value}`;

describe("an amount against the period before", () => {
  it.each([
    [112, 100, "Up 12% from $100", "up", true],
    [75, 100, "Down 25% from $100", "down", false],
    [100, 100, "Same as before", "same", null],
    [0, 0, "Same as before", "same", null],
    [5, 0, "Up from $0", "up", true],
    [0, 5, "Down 100% from $5", "down", false],
    [1001, 1000, "Up less than 1% from $1000", "up", true],
  ])("%d after %d is told as %s", (now, before, words, direction, isGood) => {
    expect(compareAmounts(now, before, dollars)).toEqual({ words, direction, isGood });
  });
});

describe("a share against the period before", () => {
  it.each([
    [0.025, 0.04, "Down 1.5 points from 4.0%", "down", true],
    [0.05, 0.04, "Up 1 point from 4.0%", "up", false],
    [0.04, 0.0401, "Same as before", "same", null],
  ])("%d after %d is told as %s", (now, before, words, direction, isGood) => {
    expect(compareShares(now, before)).toEqual({ words, direction, isGood });
  });
});

describe("a wait against the period before", () => {
  it.each([
    [12, 15, "3 min faster than 15 min before", "down", true],
    [15, 12.4, "3 min slower than 12 min before", "up", false],
    [12.2, 12, "Same as before", "same", null],
    [13.6, 14.4, "Same as before", "same", null],
  ])("%d after %d is told as %s", (now, before, words, direction, isGood) => {
    expect(compareMinutes(now, before)).toEqual({ words, direction, isGood });
  });

  it("is not told where one of them is unknown", () => {
    expect(compareMinutes(null, 12)).toBeNull();
    expect(compareMinutes(12, null)).toBeNull();
  });
});
