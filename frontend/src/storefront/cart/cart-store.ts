import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { Cart } from "@/domain/cart/cart-item";
import {
  addLine,
  ensureLine,
  type NewLine,
  ORDER_INSTRUCTIONS_LIMIT,
  setQuantity,
} from "@/domain/cart/cart-rules";
import type { CorrectedCart } from "@/domain/cart/reconcile-cart";
import { forgetHold } from "./stock/own-hold";

const STORAGE_KEY = "chuckwagon.carts";

/** Every reader of a truck without a cart sees this one, so that nothing renders twice for it. */
const EMPTY: Cart = { items: [], specialInstructions: "", attemptId: "", changes: [] };

/** Carts by the slug of their truck. They survive a reload and are the same in every tab. */
const useCarts = create<{ carts: Record<string, Cart> }>()(
  persist(() => ({ carts: {} as Record<string, Cart> }), {
    name: STORAGE_KEY,
    version: 1,
    merge: (stored) => ({ carts: readableCarts(stored) }),
  }),
);

/** What is stored may come from another version or another hand: only whole carts are taken over. */
function readableCarts(stored: unknown): Record<string, Cart> {
  const { carts } = (stored ?? {}) as { carts?: unknown };
  if (typeof carts !== "object" || carts === null) return {};
  return Object.fromEntries(
    Object.entries(carts as Record<string, Partial<Cart> | null>).flatMap(([slug, cart]) =>
      cart && Array.isArray(cart.items)
        ? [[slug, { ...EMPTY, attemptId: newAttemptId(), ...cart, items: cart.items }]]
        : [],
    ),
  );
}

// Where the page's first image is drawn, there is no window.
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key === STORAGE_KEY || key === null) void useCarts.persist.rehydrate();
});

export function useCart(slug: string): Cart {
  return useCarts(({ carts }) => carts[slug] ?? EMPTY);
}

export function getCart(slug: string): Cart {
  return useCarts.getState().carts[slug] ?? EMPTY;
}

export function addToCart(slug: string, line: NewLine): void {
  change(slug, (cart) => ({ ...cart, items: addLine(cart.items, line, Date.now()) }));
}

/** Changes how many of a line; 0 and less take it out. */
export function setLineQuantity(slug: string, id: string, quantity: number): void {
  change(slug, (cart) => ({ ...cart, items: setQuantity(cart.items, id, quantity) }));
}

export function setOrderInstructions(slug: string, text: string): void {
  const specialInstructions = text.slice(0, ORDER_INSTRUCTIONS_LIMIT);
  change(slug, (cart) => ({ ...cart, specialInstructions }));
}

/** Takes over lines that were corrected, and keeps saying what changed until it is acknowledged. */
export function correctCart(slug: string, items: Cart["items"], changes: readonly string[]): void {
  change(slug, (cart) => ({
    ...cart,
    items,
    changes: [...new Set([...cart.changes, ...changes])],
  }));
}

/** Puts an earlier order into the cart. What is there stays, and asking twice doubles nothing. */
export function refillCart(slug: string, { items, changes }: CorrectedCart): void {
  change(slug, (cart) => ({
    ...cart,
    items: items.reduce((kept, item) => ensureLine(kept, item, Date.now()), cart.items),
    changes: [...new Set([...cart.changes, ...changes])],
  }));
}

export function acknowledgeChanges(slug: string): void {
  change(slug, (cart) => ({ ...cart, changes: [] }));
}

/** Forgets the cart of a truck and what its checkout holds; the next one is a new attempt. */
export function clearCart(slug: string): void {
  forgetHold(slug);
  useCarts.setState(({ carts }) => {
    const { [slug]: _cleared, ...others } = carts;
    return { carts: others };
  });
}

function change(slug: string, edit: (cart: Cart) => Cart): void {
  useCarts.setState(({ carts }) => {
    const cart = carts[slug] ?? { ...EMPTY, attemptId: newAttemptId() };
    return { carts: { ...carts, [slug]: edit(cart) } };
  });
}

/** crypto.randomUUID is missing where a phone opens the site without TLS. */
function newAttemptId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
