import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type CheckoutCart, checkoutCart } from "@/domain/cart/cart-rules";
import { type OfferQuote, withOffer } from "@/domain/cart/offer";
import { loadOfferCode, saveOfferCode } from "@/domain/cart/offer-code";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { getCart } from "@/storefront/cart/cart-store";
import { useQuote } from "./use-quote";

export type OfferChoice = ReturnType<typeof useOffer>;

/** The offer whose code a customer enters or brings along, and the cart with it. */
export function useOffer(slug: string, cart: CheckoutCart, taxRate: number) {
  const [typed, setTyped] = useState(() => loadOfferCode(slug));
  const [isSettling, setSettling] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const { quote, problem, isChecking, ...quotes } = useQuote(slug, taxRate);
  const reduced = quote ? withOffer(cart, quote, taxRate) : cart;

  async function apply(): Promise<OfferQuote | null> {
    const code = typed.trim();
    if (code) return quotes.ask(code);
    quotes.setProblem(m.checkout.offer.required);
    return null;
  }

  /** The cart to pay for. A code without an answer is asked about first; null if it cannot be used. */
  async function settle(): Promise<CheckoutCart | null> {
    const isUnanswered = typed.trim() !== "" && !quote && !quotes.isRefused;
    if (!isUnanswered && !quotes.isAsking()) return reduced ?? cart;
    setSettling(true);
    const found = await apply();
    setSettling(false);
    if (found) return withOffer(checkoutCart(getCart(slug), taxRate), found, taxRate);
    inputRef.current?.focus();
    return null;
  }

  /** Goes on without the code; what was typed stays in the field after a refusal. */
  function remove({ keepsText = false } = {}): void {
    quotes.drop({ isRefused: keepsText });
    saveOfferCode(slug, "");
    if (!keepsText) setTyped("");
  }

  function onType(text: string): void {
    setTyped(text);
    quotes.drop({ isRefused: false });
  }

  useLinkedCode(typed, apply);

  return {
    typed,
    applied: reduced?.offerCode ? reduced : null,
    problem: reduced === null && quote ? belowMinimum(quote) : problem,
    cart: reduced ?? cart,
    /** Asks for the terms again, which may have changed under the price that the page shows. */
    refresh: () => (quote ? quotes.ask(quote.code) : null),
    ...{ isChecking, isSettling, inputRef, onType, apply, settle, remove },
  };
}

/** Applies the code that was there when the page opened. */
function useLinkedCode(typed: string, apply: () => Promise<unknown>): void {
  const applyLinked = useEffectEvent(() => {
    if (typed) void apply();
  });
  useEffect(() => applyLinked(), []);
}

function belowMinimum({ code, minSubtotal }: OfferQuote): string {
  return m.checkout.offer.minimum({ code, amount: formatDollars(minSubtotal) });
}
