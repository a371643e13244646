import { expect, it } from "vitest";
import { mergeEdits } from "./merge-edits";

const before = { name: "Taco", price: "4.00", tags: ["a"], group: { min: 1, max: 2 } };

it("keeps my changes and takes theirs where I changed nothing", () => {
  const theirs = { ...before, price: "5.00" };
  const mine = { ...before, name: "Big taco" };
  expect(mergeEdits(before, theirs, mine)).toEqual({
    merged: { ...before, name: "Big taco", price: "5.00" },
    changes: [{ field: "price", before: "4.00", theirs: "5.00" }],
  });
});

it("keeps mine where both changed, and says so", () => {
  const theirs = { ...before, tags: ["a", "b"] };
  const mine = { ...before, tags: ["c"] };
  expect(mergeEdits(before, theirs, mine)).toEqual({
    merged: { ...before, tags: ["c"] },
    changes: [{ field: "tags", before: ["a"], theirs: ["a", "b"], mine: ["c"] }],
  });
});

it("finds no clash where both made the same change", () => {
  const changed = { ...before, name: "Big taco" };
  expect(mergeEdits(before, changed, changed).changes).toEqual([
    { field: "name", before: "Taco", theirs: "Big taco" },
  ]);
});

it("does not take another order of a row's fields for a change", () => {
  const mine = { ...before, group: { max: 2, min: 1 } };
  const theirs = { ...before, group: { min: 0, max: 2 } };
  expect(mergeEdits(before, theirs, mine).merged.group).toEqual({ min: 0, max: 2 });
  expect(mergeEdits(before, theirs, mine).changes).not.toContainEqual(
    expect.objectContaining({ mine: expect.anything() }),
  );
});
