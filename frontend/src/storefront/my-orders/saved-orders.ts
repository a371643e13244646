import { useSyncExternalStore } from "react";
import { like, listOf, stored } from "@/domain/stored";

/** What the browser keeps of an order placed on this device. The token is the secret of its tracking page. */
export interface SavedOrder {
  token: string;
  slug: string;
  truckName: string;
  orderNumber: string;
}

const MAX_ORDERS = 10;
const NONE: readonly SavedOrder[] = [];

const ORDER: SavedOrder = { token: "", slug: "", truckName: "", orderNumber: "" };
const saved = stored("chuckwagon:orders", listOf(like(ORDER)));

/** The last ten orders, newest first; the same list until one changes, in any tab. */
export function useSavedOrders(): readonly SavedOrder[] {
  return useSyncExternalStore(saved.subscribe, listSavedOrders, () => NONE);
}

export function listSavedOrders(): readonly SavedOrder[] {
  return saved.read() ?? NONE;
}

export function saveOrder(order: SavedOrder): void {
  const others = listSavedOrders().filter(({ token }) => token !== order.token);
  saved.write([order, ...others].slice(0, MAX_ORDERS));
}

export function forgetOrder(token: string): void {
  const others = listSavedOrders().filter((order) => order.token !== token);
  saved.write(others.length > 0 ? others : null);
}

export function forgetAllOrders(): void {
  saved.write(null);
}
