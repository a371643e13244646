import { useRef, useState } from "react";
import { answer, api } from "@/domain/api/client";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { checkoutCart } from "@/domain/cart/cart-rules";
import type { OfferQuote } from "@/domain/cart/offer";
import { forgetOfferCode, saveOfferCode } from "@/domain/cart/offer-code";
import { getCart } from "@/storefront/cart/cart-store";

/** Why a code will not be right later either, whatever is in the cart. */
const FINAL_REASONS = ["offer_unknown", "offer_expired", "offer_used_up"];

/** What the server says about a code: its terms, or why it cannot be used. It is asked one question at a time. */
export function useQuote(slug: string, taxRate: number) {
  const [quote, setQuote] = useState<OfferQuote | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const asked = useRef<Promise<OfferQuote | null> | null>(null);

  function ask(code: string): Promise<OfferQuote | null> {
    asked.current ??= question(code).finally(() => {
      asked.current = null;
    });
    return asked.current;
  }

  async function question(code: string): Promise<OfferQuote | null> {
    setChecking(true);
    setProblem(null);
    // What a conflict has just corrected is in the stored cart before the page shows it.
    const { subtotal } = checkoutCart(getCart(slug), taxRate);
    const found = await fetchQuote(slug, code, subtotal).catch((error: unknown) => {
      setProblem(errorMessage(error));
      setRefused(isAnswer(error));
      if (isFinal(error)) forgetOfferCode(slug, code);
      return null;
    });
    setQuote(found);
    if (found) saveOfferCode(slug, found.code);
    setChecking(false);
    return found;
  }

  /** Drops the terms; a code that the checkout has refused is not asked about again until it is changed. */
  function drop({ isRefused: refused }: { isRefused: boolean }): void {
    setQuote(null);
    setProblem(null);
    setRefused(refused);
  }

  const isAsking = () => asked.current !== null;
  return { quote, problem, setProblem, isRefused, isChecking, isAsking, ask, drop };
}

function fetchQuote(slug: string, code: string, subtotal: number): Promise<OfferQuote> {
  return answer(api.POST("/api/offers/quote", { body: { slug, code, subtotal } }));
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && FINAL_REASONS.includes(error.reason ?? "");
}

/** Whether the server has said no; a broken connection says nothing about a code. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.fromServer && error.status < 500;
}
