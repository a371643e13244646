import { useSyncExternalStore } from "react";

/** What the browser keeps of an order placed on this device. The token is the secret of its tracking page. */
export interface SavedOrder {
  token: string;
  slug: string;
  truckName: string;
  orderNumber: string;
}

const KEY = "chuckwagon:orders";
const MAX_ORDERS = 10;
const NONE: readonly SavedOrder[] = [];

const listeners = new Set<() => void>();
let parsed: { text: string | null; orders: readonly SavedOrder[] } = { text: null, orders: NONE };

/** The last ten orders, newest first; the same list until one changes, in any tab. */
export function useSavedOrders(): readonly SavedOrder[] {
  return useSyncExternalStore(subscribe, listSavedOrders, () => NONE);
}

export function listSavedOrders(): readonly SavedOrder[] {
  const text = stored();
  if (text !== parsed.text) parsed = { text, orders: parse(text) };
  return parsed.orders;
}

export function saveOrder(order: SavedOrder): void {
  const others = listSavedOrders().filter(({ token }) => token !== order.token);
  store([order, ...others].slice(0, MAX_ORDERS));
}

export function forgetOrder(token: string): void {
  store(listSavedOrders().filter((order) => order.token !== token));
}

export function forgetAllOrders(): void {
  store(NONE);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function store(orders: readonly SavedOrder[]): void {
  try {
    if (orders.length > 0) localStorage.setItem(KEY, JSON.stringify(orders));
    else localStorage.removeItem(KEY);
  } catch {
    // A full or forbidden storage costs the list, not the order.
  }
  for (const listener of listeners) listener();
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function parse(text: string | null): readonly SavedOrder[] {
  try {
    const orders: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(orders) ? orders.filter(isSavedOrder).slice(0, MAX_ORDERS) : NONE;
  } catch {
    return NONE;
  }
}

function isSavedOrder(value: unknown): value is SavedOrder {
  const { token, slug, truckName, orderNumber } = (value ?? {}) as Partial<SavedOrder>;
  return [token, slug, truckName, orderNumber].every((field) => typeof field === "string");
}
