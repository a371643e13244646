import type { components } from "@/domain/api/schema.gen";
import { stored, TEXT } from "@/domain/stored";
import { centsToDollars, dollarsToCents, percentCents, taxCents } from "@/domain/values/money";
import { type CheckoutCart, totalsOf } from "./checkout-cart";
import { type TaxTerms, taxesInDollars } from "./taxes";

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
  terms: TaxTerms | number,
): CheckoutCart | null {
  const subtotal = dollarsToCents(cart.subtotal);
  if (subtotal < dollarsToCents(offer.minSubtotal)) return null;
  const discount = discountCents(offer, subtotal);
  const offered = { ...cart, discount: centsToDollars(discount), offerCode: offer.code };
  if (typeof terms !== "number") {
    const totals = totalsOf(cart.items, terms, discount);
    return { ...offered, ...taxesInDollars(totals), total: centsToDollars(totals.totalCents) };
  }
  const tax = taxCents(subtotal - discount, terms);
  return {
    ...offered,
    tax: centsToDollars(tax),
    total: centsToDollars(subtotal - discount + tax),
  };
}

const CODE = /^[A-Za-z0-9]{3,20}$/;

/** The code of an offer that a link brought along, or that was applied; no longer than the tab lives. */
const codeOf = (slug: string) => stored(`chuckwagon:offer:${slug}`, TEXT, "session");

export function loadOfferCode(slug: string): string {
  return codeOf(slug).read() ?? "";
}

/** Keeps the code, or forgets it where it is empty. */
export function saveOfferCode(slug: string, code: string): void {
  codeOf(slug).write(code || null);
}

/** Forgets this code. Another one that was kept meanwhile stays. */
export function forgetOfferCode(slug: string, code: string): void {
  if (loadOfferCode(slug).toUpperCase() === code.toUpperCase()) saveOfferCode(slug, "");
}

/** Keeps the code of a link such as `/taco-truck?offer=TACO10`, which a poster leads to. */
export function keepLinkedOffer(slug: string, search: string): void {
  const code = new URLSearchParams(search).get("offer") ?? "";
  if (CODE.test(code)) saveOfferCode(slug, code.toUpperCase());
}
