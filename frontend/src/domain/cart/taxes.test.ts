import { expect, it } from "vitest";
// biome-ignore lint/style/noRestrictedImports: one table of cases tests both the server and the browser.
import cases from "../../../../backend/tests/data/money_cases.json";
import { checkoutCart } from "./checkout-cart";
import { withOffer } from "./offer-discount-and-kept-code";
import { type TaxClass, taxedTotals, taxRows, termsOf } from "./taxes";

it.each(cases.taxes)("agrees with the server: $totalCents, $taxes", (row) => {
  const lines = row.lines.map(({ cents, taxClass }) => ({
    cents,
    taxClass: taxClass as TaxClass,
  }));
  expect(taxedTotals(lines, row, row.discountCents)).toEqual({
    subtotalCents: row.subtotalCents,
    taxCents: row.taxCents,
    totalCents: row.totalCents - row.tipCents,
    taxes: row.taxes,
    exemptCents: row.exemptCents,
    pricesIncludeTax: row.pricesIncludeTax,
  });
});

const LOAF = { id: "1", menuItemId: "m", name: "Loaf", basePrice: 3, quantity: 1, totalPrice: 3 };
const CUSTOMIZATION = { selectedOptions: [], optionChoices: [], specialInstructions: "" };
const LINE = { ...LOAF, imageUrl: null, truckId: "t", customization: CUSTOMIZATION };
const TERMS = { taxRate: 8.75, reducedTaxRate: 2 };
const CART = checkoutCart(
  {
    items: [LINE, { ...LINE, id: "2", taxClass: "reduced" }],
    specialInstructions: "",
    attemptId: "a",
    changes: [],
  },
  TERMS,
);

it("shares a discount among the rates", () => {
  const terms = { percent: 50, amount: null, minSubtotal: 0, oncePerPhone: false };
  const offer = { code: "HALF", discount: 3, ...terms };
  expect(CART).toMatchObject({ subtotal: 6, tax: 0.32, total: 6.32 });
  expect(withOffer(CART, offer, TERMS)).toMatchObject({ discount: 3, tax: 0.16, total: 3.16 });
});

it("names each rate, and says when prices include the tax", () => {
  expect(taxRows(CART)).toEqual([
    { label: "Tax (8.75%)", dollars: 0.26 },
    { label: "Tax (2%)", dollars: 0.06 },
  ]);
  expect(taxRows({ tax: 0.8, pricesIncludeTax: true, taxRate: 8.75 })).toEqual([
    { label: "Includes tax (8.75%)", dollars: 0.8 },
  ]);
  expect(taxRows({ tax: 0.8 })).toEqual([{ label: "Tax", dollars: 0.8 }]);
});

it("names no rate where nothing is taxed", () => {
  const exempt = { tax: 0, taxes: [], taxRate: 8.75 };
  expect(taxRows(exempt)).toEqual([{ label: "Tax", dollars: 0 }]);
  expect(taxRows({ ...exempt, pricesIncludeTax: true })).toEqual([
    { label: "Includes tax", dollars: 0 },
  ]);
  const untold = { tax: 0, taxRate: 8.75 };
  expect(taxRows(untold)).toEqual([{ label: "Tax (8.75%)", dollars: 0 }]);
  const free = { ...exempt, taxes: [{ rate: 0, tax: 0 }] };
  expect(taxRows(free)).toEqual([{ label: "Tax (0%)", dollars: 0 }]);
});

it("takes the tax of the stop, and of the truck what the stop leaves to it", () => {
  const truck = { taxRate: 8.75, reducedTaxRate: null, pricesIncludeTax: true };
  const place = { taxRate: 6, reducedTaxRate: 2 };
  expect(termsOf(truck, null)).toEqual(truck);
  expect(termsOf(truck, { place, pricesIncludeTax: null })).toEqual({
    ...place,
    pricesIncludeTax: true,
  });
  expect(termsOf(truck, { place, pricesIncludeTax: false })).toEqual({
    ...place,
    pricesIncludeTax: false,
  });
});
