import { expect, it } from "vitest";
import { columnsFor } from "./figure-list";

it.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  "leaves none of %i figures alone in a row",
  (count) => {
    expect(count % columnsFor(count)).not.toBe(1);
  },
);
