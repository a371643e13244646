import { useCallback, useEffect, useRef } from "react";
import { formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import { showToast } from "@/ui/feedback/toast";
import { dismissToast } from "@/ui/feedback/toast-store";
import { BagIcon } from "@/ui/icons/icons";
import styles from "./cart.module.css";

interface CartButtonProps {
  count: number;
  subtotalCents: number;
  onClick: () => void;
}

/** Floats over the menu; on a phone it is a bar within reach of the thumb. */
export function CartButton({ count, subtotalCents, onClick }: CartButtonProps) {
  return (
    // Stays in its place while the cart is empty, unseen: the first item flies there.
    <div className={classNames(styles.dock, count === 0 && styles.empty)}>
      <button
        type="button"
        data-cart-target=""
        data-cart-filled={count > 0 || undefined}
        className={styles.button}
        aria-haspopup="dialog"
        onClick={onClick}
      >
        {/* One text, so that every screen reader says the same; no label that hides what is seen. */}
        <span className="visually-hidden">
          {m.cart.button({ count, subtotal: formatCents(subtotalCents) })}
        </span>
        <span className={styles.bag} aria-hidden="true">
          <BagIcon size={24} />
          <span key={count} className={styles.badge}>
            {count}
          </span>
        </span>
        <span className={styles.label} aria-hidden="true">
          {m.cart.title}
        </span>
        <span aria-hidden="true">
          <Price cents={subtotalCents} className={styles.price} />
        </span>
      </button>
      {/* Only changes are read out, and without moving the focus. */}
      <span className="visually-hidden" aria-live="polite">
        {count > 0 ? m.cart.count({ count }) : ""}
      </span>
    </div>
  );
}

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

/** Toasts that lead to the cart. They go once it is open or its screen is left, where they would lead nowhere. */
export function useAddedToasts(onViewCart: () => void) {
  const shown = useRef<number[]>([]);
  const dismiss = useCallback(() => {
    for (const id of shown.current.splice(0)) dismissToast(id);
  }, []);
  useEffect(() => dismiss, [dismiss]);

  function show(menuItem: string): void {
    const id = showToast({
      type: "success",
      message: m.cart.added.toast({ menuItem }),
      action: { label: m.cart.added.open, onClick: onViewCart },
    });
    shown.current.push(id);
  }

  return { show, dismiss };
}
