import { create } from "zustand";
import { SelectedOptionIn } from "@/domain/api/limits.gen";
import {
  type Cart,
  type CartItem,
  type NewLine,
  optionsOf,
  type SelectedOption,
} from "@/domain/cart/cart-item";
import {
  addLine,
  ensureLine,
  ORDER_INSTRUCTIONS_LIMIT,
  replaceLine,
  setQuantity,
} from "@/domain/cart/cart-lines";
import type { CorrectedCart } from "@/domain/cart/reconcile-cart";
import { fitting, like, listOf, recordOf, schemaOf, stored } from "@/domain/stored";
import { forgetHold } from "./own-hold";

/** Every reader of a truck without a cart sees this one, so that nothing renders twice for it. */
const EMPTY: Cart = { items: [], specialInstructions: "", attemptId: "", changes: [] };

const OPTION: SelectedOption = { optionId: "", name: "", additionalPrice: 0 };
const ITEM = like<CartItem>({
  id: "",
  menuItemId: "",
  name: "",
  basePrice: 0,
  quantity: 0,
  imageUrl: null,
  totalPrice: 0,
  truckId: "",
  customization: {
    selectedOptions: [OPTION],
    optionChoices: [{ ...OPTION, selectedOption: { name: "" } }],
    specialInstructions: "",
  },
});
const CART = like<Cart>({ ...EMPTY, changes: [""] });
const CARTS = like({ state: { carts: {} } });

/** The shape is that of earlier releases, whose carts stay. */
const kept = stored("chuckwagon.carts", CARTS);

/** Carts by the slug of their truck. They survive a reload and are the same in every tab. */
const useCarts = create<{ carts: Carts }>()(() => ({ carts: {} }));
// Not the state that it begins with, which is what the server has drawn and React hydrates with.
useCarts.setState({ carts: readCarts() });
kept.subscribe(() => useCarts.setState({ carts: readCarts() }));

type Carts = Record<string, Cart>;

function readCarts(): Carts {
  return fitting(recordOf(schemaOf(readCart)), kept.read()?.state.carts) ?? {};
}

/** What is stored may come from another version or another hand: only whole lines are taken over. */
function readCart(value: unknown): Cart | undefined {
  const cart = { ...EMPTY, attemptId: newAttemptId(), ...(value as Partial<Cart> | null) };
  const items = fitting(listOf(ITEM), cart.items)?.filter(
    (line) => line.quantity > 0 && optionsOf(line).every(isCountable),
  );
  return items && fitting(CART, { ...cart, items });
}

function isCountable({ quantity = 1 }: SelectedOption): boolean {
  const { minimum, maximum } = SelectedOptionIn.quantity;
  return Number.isInteger(quantity) && quantity >= minimum && quantity <= maximum;
}

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

/** Puts what was chosen again in the place of a line. */
export function changeLine(slug: string, id: string, line: NewLine): void {
  change(slug, (cart) => ({ ...cart, items: replaceLine(cart.items, id, line) }));
}

/** Puts a line that was taken out back where it was. */
export function restoreLine(slug: string, line: CartItem, index: number): void {
  change(slug, (cart) => ({
    ...cart,
    items: [...cart.items.slice(0, index), line, ...cart.items.slice(index)],
  }));
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
  const { [slug]: _cleared, ...others } = useCarts.getState().carts;
  keep(others);
}

function change(slug: string, edit: (cart: Cart) => Cart): void {
  const { carts } = useCarts.getState();
  const cart = carts[slug] ?? { ...EMPTY, attemptId: newAttemptId() };
  keep({ ...carts, [slug]: edit(cart) });
}

function keep(carts: Carts): void {
  kept.write({ state: { carts } });
}

/** crypto.randomUUID is missing where a phone opens the site without TLS. */
function newAttemptId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
