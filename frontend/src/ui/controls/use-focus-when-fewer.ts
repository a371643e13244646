import { useEffect, useRef } from "react";
import { isNowhere } from "./use-focus-back";

/**
 * A user who removes an item of a list at the keyboard loses the place, because its button goes with it. The focus goes
 * to the element with the returned ref then, such as the heading of the list, which needs a `tabIndex` of -1.
 */
export function useFocusWhenFewer<Target extends HTMLElement>(count: number) {
  const target = useRef<Target>(null);
  const before = useRef(count);
  useEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && isNowhere(document.activeElement)) target.current?.focus();
  }, [count]);
  return target;
}
