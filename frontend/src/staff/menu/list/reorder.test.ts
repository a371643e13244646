import { expect, it } from "vitest";
import { movedTo, placeBeside } from "./reorder-list";

const menu = ["a", "b", "c", "d"].map((_id) => ({ _id }));
const lettersOf = (entries: { _id: string }[]) => entries.map(({ _id }) => _id).join("");

it.each([
  ["a", 0, "abcd"],
  ["a", 1, "bacd"],
  ["a", 3, "bcda"],
  ["d", 0, "dabc"],
  ["c", 1, "acbd"],
  ["a", -1, "abcd"],
  ["d", 9, "abcd"],
  ["b", 9, "acdb"],
  ["unknown", 0, "abcd"],
])("moves %s to place %d: %s", (id, place, order) => {
  expect(lettersOf(movedTo(menu, id, place))).toBe(order);
});

it("leaves the list it was given alone", () => {
  movedTo(menu, "a", 3);
  expect(lettersOf(menu)).toBe("abcd");
});

it.each([
  ["a", "c", "above", "bacd"],
  ["a", "c", "below", "bcad"],
  ["d", "a", "above", "dabc"],
  ["d", "a", "below", "adbc"],
  ["b", "c", "above", "abcd"],
  ["c", "b", "below", "abcd"],
] as const)("drops %s on %s, %s: %s", (id, target, edge, order) => {
  const place = placeBeside(menu, id, target, edge) ?? Number.NaN;
  expect(lettersOf(movedTo(menu, id, place))).toBe(order);
});

it("has no place beside itself or beside a menu item that is gone", () => {
  expect(placeBeside(menu, "a", "a", "below")).toBeNull();
  expect(placeBeside(menu, "a", "gone", "above")).toBeNull();
});
