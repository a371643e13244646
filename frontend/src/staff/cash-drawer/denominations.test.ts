import { expect, it } from "vitest";
import { denominationsOf, firstWrong, piecesOf, sumOf } from "./count-and-close-form";

it("adds up bills and coins in whole cents", () => {
  expect(sumOf({ "20": "7", "0.10": "3", "0.25": "12", "0.01": "4" })).toBe(14_334);
  expect(sumOf({})).toBe(0);
});

it("reads whole numbers of pieces only, and nothing as none", () => {
  expect(["", " 3 ", "0", undefined].map(piecesOf)).toEqual([0, 3, 0, 0]);
  expect(["-1", "1.5", "x", "1000000", "100001"].map(piecesOf)).toEqual(Array(5).fill(null));
});

it("names the first number that cannot be read, and counts it as none", () => {
  const count = { "20": "2", "5": "a", "1": "b" };
  expect(firstWrong(count)).toBe("5");
  expect(sumOf(count)).toBe(4000);
  expect(firstWrong({ "20": "2" })).toBeNull();
});

it("sends what there is of each", () => {
  expect(denominationsOf({ "100": "0", "20": "2", "0.25": "12", "0.01": "" })).toEqual({
    "20": 2,
    "0.25": 12,
  });
});
