import { useEffect, useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";

/** Given along to a truck's page, to come in with its cart open. */
export const CART_OPEN = { cartOpen: true };

/** Whether this visit begins with the cart open; a reload and the way back do not. */
export function useCartVisit(): boolean {
  const state = useHistoryState<Partial<typeof CART_OPEN> | null>();
  const [isAsked] = useState(state?.cartOpen === true);
  useEffect(() => {
    if (isAsked) window.history.replaceState(null, "");
  }, [isAsked]);
  return isAsked;
}
