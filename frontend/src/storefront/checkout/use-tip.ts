import { useRef, useState } from "react";
import { type CheckoutCart, withTip } from "@/domain/cart/checkout-cart";
import { type TipPresets, type TipWish, tipCents } from "@/domain/cart/tip";
import { dollarsToCents } from "@/domain/values/money";
import { loadTip, saveTip } from "./checkout-storage";

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
