import { useEffect, useEffectEvent, useState } from "react";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { CheckoutCart } from "@/domain/cart/cart-rules";
import { type OfferQuote, withOffer } from "@/domain/cart/offer";
import { loadOfferCode, saveOfferCode } from "@/domain/cart/offer-code";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";

export type OfferChoice = ReturnType<typeof useOffer>;

/** The offer whose code a customer enters or brings along, and the cart with it. */
export function useOffer(slug: string, cart: CheckoutCart, taxRate: number) {
  const [typed, setTyped] = useState(() => loadOfferCode(slug));
  const [applied, setApplied] = useState<OfferQuote | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  const reduced = applied ? withOffer(cart, applied, taxRate) : cart;

  async function apply(): Promise<void> {
    const code = typed.trim();
    if (!code) return setProblem(m.storefront.checkoutOffer.enterCode);
    setChecking(true);
    setProblem(null);
    try {
      const body = { slug, code, subtotal: cart.subtotal };
      const quote = await answer(api.POST("/api/offers/quote", { body }));
      setApplied(quote);
      saveOfferCode(slug, quote.code);
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setChecking(false);
  }

  /** Goes on without the code; what was typed stays in the field after a refusal. */
  function remove({ keepsText = false } = {}): void {
    setApplied(null);
    setProblem(null);
    saveOfferCode(slug, "");
    if (!keepsText) setTyped("");
  }

  const applyLinked = useEffectEvent(() => {
    if (typed) void apply();
  });
  useEffect(() => applyLinked(), []);

  return {
    typed,
    applied: reduced?.offerCode ? reduced : null,
    problem: reduced === null && applied ? belowMinimum(applied) : problem,
    isChecking,
    cart: reduced ?? cart,
    onType: (text: string) => {
      setTyped(text);
      setProblem(null);
    },
    apply,
    remove,
  };
}

function belowMinimum({ code, minSubtotal }: OfferQuote): string {
  return m.storefront.checkoutOffer.isForMore({ code, amount: formatDollars(minSubtotal) });
}
