import type { components } from "@/domain/api/schema.gen";
import { centsToDollars, dollarsToCents, percentCents, taxCents } from "@/domain/values/money";
import type { CheckoutCart } from "./cart-rules";

/** A code with its terms, as the server has quoted them. */
export type OfferQuote = components["schemas"]["OfferQuote"];

type Terms = Pick<OfferQuote, "percent" | "amount">;

/** What an offer takes off a subtotal, in cents: a percentage half up, or an amount, at most the subtotal. */
export function discountCents({ percent, amount }: Terms, subtotalCents: number): number {
  if (percent !== null) return percentCents(subtotalCents, percent);
  return Math.min(dollarsToCents(amount), subtotalCents);
}

/** The cart with an offer: tax is on what is left. Null while the subtotal is below the offer's minimum. */
export function withOffer(
  cart: CheckoutCart,
  offer: OfferQuote,
  taxRatePercent: number,
): CheckoutCart | null {
  const subtotal = dollarsToCents(cart.subtotal);
  if (subtotal < dollarsToCents(offer.minSubtotal)) return null;
  const discount = discountCents(offer, subtotal);
  const tax = taxCents(subtotal - discount, taxRatePercent);
  return {
    ...cart,
    discount: centsToDollars(discount),
    offerCode: offer.code,
    tax: centsToDollars(tax),
    total: centsToDollars(subtotal - discount + tax),
  };
}
