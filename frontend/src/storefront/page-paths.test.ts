import { expect, it } from "vitest";
import { checkoutPath, slugOfPath } from "./page-paths";

it.each([
  ["/spicy-burritos", "spicy-burritos"],
  ["/truck/spicy-burritos", "spicy-burritos"],
  ["/truck/spicy-burritos/", "spicy-burritos"],
  ["/trucks", "trucks"],
  ["/truck", null],
  ["/", null],
  ["/%E0%A4%A", null],
])("reads the truck of %s as %s", (path, slug) => {
  expect(slugOfPath(path)).toBe(slug);
});

it("leads to the checkout of the truck", () => {
  expect(checkoutPath("spicy-burritos")).toBe("/spicy-burritos/checkout");
});
