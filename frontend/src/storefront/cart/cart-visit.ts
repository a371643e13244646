import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** Given along to a truck's page, to come in with its cart open. */
export const CART_OPEN = { cartOpen: true };

/** Whether this visit begins with the cart open; a reload and the way back do not. */
export function useCartVisit(): boolean {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isAsked] = useState(() => (state as Partial<typeof CART_OPEN> | null)?.cartOpen === true);
  useEffect(() => {
    if (isAsked) navigate(pathname + search, { replace: true, state: null });
  }, [isAsked, navigate, pathname, search]);
  return isAsked;
}
