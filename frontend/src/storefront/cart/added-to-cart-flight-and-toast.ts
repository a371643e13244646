import { useCallback, useEffect, useRef } from "react";
import { messages as m } from "@/messages";
import { dismissToast, showToast } from "@/ui/feedback/toast";

const FLIGHT_MS = 450;

const FADE_MS = 200;

/** Lets a copy of a menu item's image fly to the cart button once; with reduced motion it only fades. */
export function flyToCart(from: Element | null): void {
  const target = document.querySelector("[data-cart-target]");
  if (!from || !target || typeof from.animate !== "function") return;
  const start = from.getBoundingClientRect();
  const end = target.getBoundingClientRect();
  const ghost = from.cloneNode(true) as HTMLElement;
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${start.left}px`,
    top: `${start.top}px`,
    width: `${start.width}px`,
    height: `${start.height}px`,
    margin: "0",
    zIndex: "var(--layer-toast)",
    borderRadius: "var(--radius-card)",
    overflow: "hidden",
    pointerEvents: "none",
  });
  ghost.setAttribute("aria-hidden", "true");
  document.body.append(ghost);
  const flight = ghost.animate(...motionBetween(start, end));
  flight.finished.finally(() => ghost.remove()).catch(() => undefined);
}

function motionBetween(start: DOMRect, end: DOMRect): [Keyframe[], KeyframeAnimationOptions] {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    return [[{ opacity: 0.9 }, { opacity: 0 }], { duration: FADE_MS, easing: "ease-out" }];
  }
  const dx = end.left + end.width / 2 - (start.left + start.width / 2);
  const dy = end.top + end.height / 2 - (start.top + start.height / 2);
  return [
    [
      { transform: "none", opacity: 1 },
      {
        transform: `translate(${dx * 0.45}px, ${dy * 0.35 - 60}px) scale(0.6) rotate(-6deg)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(${dx}px, ${dy}px) scale(0.08)`, opacity: 0.4 },
    ],
    { duration: FLIGHT_MS, easing: "cubic-bezier(0.3, 0, 0.4, 1)" },
  ];
}

/** The toast that leads to the cart, one at a time. It goes once the cart is open or its screen is left. */
export function useAddedToasts(onViewCart: () => void) {
  const shown = useRef<number>(undefined);
  const dismiss = useCallback(() => {
    if (shown.current !== undefined) dismissToast(shown.current);
  }, []);
  useEffect(() => dismiss, [dismiss]);

  function show(menuItem: string): void {
    const toast = {
      type: "success",
      message: m.cart.added.toast({ menuItem }),
      action: { label: m.cart.added.open, onClick: onViewCart },
    } as const;
    shown.current = showToast(toast, shown.current);
  }

  return { show, dismiss };
}
