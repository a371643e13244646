import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { type CheckoutCart, checkoutCart, withTip } from "@/domain/cart/checkout-cart";
import {
  forgetOfferCode,
  loadOfferCode,
  type OfferQuote,
  saveOfferCode,
  withOffer,
} from "@/domain/cart/offer-discount-and-kept-code";
import type { TaxTerms } from "@/domain/cart/taxes";
import { type TipPresets, type TipWish, tipCents } from "@/domain/cart/tip";
import { dollarsToCents, formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { getCart } from "@/storefront/cart/cart-store";
import { fetchOfferQuote } from "./api";
import { loadTip, saveTip } from "./checkout-storage";

export type OfferChoice = ReturnType<typeof useOffer>;

/** The offer whose code a customer enters or brings along, and the cart with it. */
export function useOffer(slug: string, cart: CheckoutCart, tax: TaxTerms) {
  const [typed, setTyped] = useState(() => loadOfferCode(slug));
  const [isSettling, setSettling] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const { quote, problem, isChecking, ...quotes } = useQuote(slug, tax);
  const reduced = quote ? withOffer(cart, quote, tax) : cart;

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
    if (found) return withOffer(checkoutCart(getCart(slug), tax), found, tax);
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

/** Why a code will not be right later either, whatever is in the cart. */
const FINAL_REASONS = ["offer_unknown", "offer_expired", "offer_used_up"];

/** What the server says about a code: its terms, or why it cannot be used. It is asked one question at a time. */
function useQuote(slug: string, tax: TaxTerms) {
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
    const { subtotal } = checkoutCart(getCart(slug), tax);
    const found = await fetchOfferQuote(slug, code, subtotal).catch((error: unknown) => {
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

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && FINAL_REASONS.includes(error.reason ?? "");
}

/** Whether the server has said no; a broken connection says nothing about a code. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.fromServer && error.status < 500;
}

export type TipChoice = ReturnType<typeof useTip>;

/** The tip that a customer chooses, and the cart with it. */
export function useTip(slug: string, cart: CheckoutCart, presets: TipPresets) {
  const [wish, setWish] = useState(() => loadTip(slug, cart.attemptId));
  const [isChecked, setChecked] = useState(false);
  const amountRef = useRef<HTMLInputElement>(null);
  const subtotalCents = dollarsToCents(cart.subtotal);
  const cents = tipCents(wish, presets, subtotalCents);

  /** Whether the typed amount can be a tip; says so at the field if it cannot. */
  function check(): boolean {
    setChecked(true);
    return cents !== null;
  }

  return {
    presets,
    subtotalCents,
    wish,
    cart: withTip(cart, cents ?? 0),
    /** Another cart of the same subtotal with the tip. */
    addTo: (other: CheckoutCart) => withTip(other, cents ?? 0),
    showsError: isChecked && cents === null,
    amountRef,
    check,
    onWish: (next: TipWish) => {
      if (next.choice !== wish.choice) setChecked(false);
      setWish(next);
      saveTip(slug, cart.attemptId, next);
    },
  };
}
