import { type CartTotals, cartTotals, centsToDollars, dollarsToCents } from "@/domain/values/money";
import type { Cart, CartItem } from "./cart-item";
import { type TaxTerms, taxedTotals, taxesInDollars } from "./taxes";

/** A preview of what the server will charge; it alone decides. */
export function totalsOf(
  items: readonly CartItem[],
  tax: TaxTerms | number,
  discountCents = 0,
): CartTotals {
  const lines = items.map(({ totalPrice, taxClass }) => ({
    cents: dollarsToCents(totalPrice),
    taxClass,
  }));
  if (typeof tax !== "number") return taxedTotals(lines, tax, discountCents);
  return cartTotals(
    lines.map(({ cents }) => cents),
    tax,
  );
}

/** The cart as the checkout sends it, with the previewed totals in dollars. Tip and offer are chosen at the checkout. */
export function checkoutCart(
  { items, specialInstructions, attemptId }: Cart,
  terms: TaxTerms | number,
) {
  const totals = totalsOf(items, terms);
  const { subtotalCents, taxCents, totalCents } = totals;
  return {
    items,
    specialInstructions,
    attemptId,
    subtotal: centsToDollars(subtotalCents),
    tax: centsToDollars(taxCents),
    ...(totals.taxes ? taxesInDollars(totals) : {}),
    tip: 0,
    discount: 0,
    offerCode: null as string | null,
    total: centsToDollars(totalCents),
  };
}

export type CheckoutCart = ReturnType<typeof checkoutCart>;

/** The same cart with a tip, which its total contains. */
export function withTip(cart: CheckoutCart, tipCents: number): CheckoutCart {
  const total = centsToDollars(dollarsToCents(cart.total) + tipCents);
  return { ...cart, tip: centsToDollars(tipCents), total };
}
