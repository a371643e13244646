import { describe, expect, it } from "vitest";
import { centsToDollars, taxCents } from "@/domain/values/money";
// biome-ignore lint/style/noRestrictedImports: one table of cases tests both the server and the browser.
import cases from "../../../../backend/tests/data/money_cases.json";
import { checkoutCart } from "./checkout-cart";
import { discountCents, withOffer } from "./offer-discount-and-kept-code";

const CART = checkoutCart(
  { items: [], specialInstructions: "", attemptId: "a", changes: [] },
  8.75,
);
const OFFER = {
  code: "TACO10",
  percent: 10,
  amount: null,
  minSubtotal: 10,
  discount: 1,
  oncePerPhone: false,
};

describe("discount", () => {
  it.each(cases.discount)("agrees with the server: $discountCents of $subtotalCents", (row) => {
    const amount = row.amountCents === null ? null : centsToDollars(row.amountCents);
    const discount = discountCents({ percent: row.percent, amount }, row.subtotalCents);
    expect(discount).toBe(row.discountCents);
    expect(taxCents(row.subtotalCents - discount, row.taxRate)).toBe(row.taxCents);
  });
});

it("takes the discount off before the tax, from the minimum on", () => {
  expect(withOffer({ ...CART, subtotal: 10 }, OFFER, 8.75)).toMatchObject({
    ...{ subtotal: 10, discount: 1, offerCode: "TACO10", tax: 0.79, total: 9.79 },
  });
  expect(withOffer({ ...CART, subtotal: 9.99 }, OFFER, 8.75)).toBeNull();
});
