import { expect, it } from "vitest";
import { centsToDollars } from "@/domain/values/money";
import { anOrder } from "@/test/staff/staff";
// biome-ignore lint/style/noRestrictedImports: one table of cases tests both the server and the browser.
import cases from "../../../../../backend/tests/data/money_cases.json";
import { itemsLeft, shareCents } from "./refund-amount-and-checks";

const REFUND = {
  _id: "r",
  amount: 10.88,
  reason: "Cold",
  by: "Ada",
  method: "card",
  status: "succeeded",
  failure: null,
  cause: "staff",
  createdAt: "2026-11-20T02:30:00Z",
  items: [{ index: 0, quantity: 1 }],
} as const;

function order(refunds: number[], status: "succeeded" | "failed" = "succeeded") {
  return anOrder({
    items: [{ ...firstItem(), quantity: 3, unitPrice: 10, totalPrice: 30 }],
    subtotal: 30,
    tax: 2.63,
    total: 32.63,
    refunds: refunds.map((amount) => ({ ...REFUND, amount, status, items: [...REFUND.items] })),
  });
}

it("gives each piece its tax, and the last one what rounding left", () => {
  expect(shareCents(order([]), { 0: 1 })).toBe(1088);
  expect(shareCents(order([10.88]), { 0: 1 })).toBe(1087);
  expect(shareCents(order([10.88, 10.87]), { 0: 1 })).toBe(1088);
  expect(shareCents(order([]), { 0: 3 })).toBe(3263);
  expect(shareCents(order([]), {})).toBe(0);
});

it("counts what is left of a line, without the refunds that failed", () => {
  expect(itemsLeft(order([10.88]))).toEqual([2]);
  expect(itemsLeft(order([10.88], "failed"))).toEqual([3]);
});

it.each(cases.refund)(
  "agrees with the server's table: $chosen of $unitPrices less $discountCents",
  (one) => {
    const paid = anOrder({
      items: one.unitPrices.map((cents) => ({ ...firstItem(), unitPrice: centsToDollars(cents) })),
      subtotal: centsToDollars(one.subtotalCents),
      discount: centsToDollars(one.discountCents),
      tax: centsToDollars(one.taxCents),
      refunds: one.earlier.map(({ quantities, amountCents }) => ({
        ...REFUND,
        amount: centsToDollars(amountCents),
        items: quantities.map((quantity, index) => ({ index, quantity })),
      })),
    });
    expect(shareCents(paid, { ...one.chosen })).toBe(one.refundCents);
  },
);

function firstItem() {
  const [item] = anOrder().items;
  if (!item) throw new Error("An order has items.");
  return item;
}

it.each([
  { pricesIncludeTax: false, burger: 1083, water: 250, both: 1333 },
  { pricesIncludeTax: true, burger: 1000, water: 250, both: 1250 },
])("gives each item the tax of its own rate, $pricesIncludeTax for prices with tax", (one) => {
  const paid = anOrder({
    items: [
      { ...firstItem(), quantity: 1, unitPrice: 10, totalPrice: 10, taxClass: "standard" },
      { ...firstItem(), quantity: 1, unitPrice: 2.5, totalPrice: 2.5, taxClass: "exempt" },
    ],
    subtotal: 12.5,
    tax: 0.83,
    taxRate: 8.25,
    taxes: [{ rate: 8.25, taxable: one.pricesIncludeTax ? 9.17 : 10, tax: 0.83 }],
    exempt: 2.5,
    pricesIncludeTax: one.pricesIncludeTax,
  });
  expect(shareCents(paid, { 0: 1 })).toBe(one.burger);
  expect(shareCents(paid, { 1: 1 })).toBe(one.water);
  expect(shareCents(paid, { 0: 1, 1: 1 })).toBe(one.both);
});
