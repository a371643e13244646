import { centsToDollars } from "@/domain/values/money";
import { type CartItem, type NewLine, optionIdsOf, unitCents } from "./cart-item";

export const MAX_QUANTITY = 99;
export const ORDER_INSTRUCTIONS_LIMIT = 500;

/** Adds a line; an equal one that is already there takes the quantity instead. */
export function addLine(items: readonly CartItem[], line: NewLine, now: number): CartItem[] {
  const key = lineKey(line);
  const equal = items.find((item) => lineKey(item) === key);
  if (equal) return setQuantity(items, equal.id, equal.quantity + line.quantity);
  return [...items, priced({ ...line, id: freshId(items, line.menuItemId, now), totalPrice: 0 })];
}

/** Makes sure that there is as much of a line as it says; what is there already counts. */
export function ensureLine(items: readonly CartItem[], line: NewLine, now: number): CartItem[] {
  const key = lineKey(line);
  const equal = items.find((item) => lineKey(item) === key);
  if (!equal) return addLine(items, line, now);
  return setQuantity(items, equal.id, Math.max(equal.quantity, line.quantity));
}

/** Changes how many; 0 and less take the line out, more than 99 stay 99. */
export function setQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  if (quantity <= 0) return items.filter((item) => item.id !== id);
  return items.map((item) => (item.id === id ? priced({ ...item, quantity }) : item));
}

/** Puts a line in the place of another one. It joins an equal one that is there already, unless they are too many for a line. */
export function replaceLine(items: readonly CartItem[], id: string, line: NewLine): CartItem[] {
  const key = lineKey(line);
  const equal = items.find((item) => item.id !== id && lineKey(item) === key);
  if (!equal || equal.quantity + line.quantity > MAX_QUANTITY)
    return items.map((item) => (item.id === id ? priced({ ...line, id, totalPrice: 0 }) : item));
  const others = items.filter((item) => item.id !== id);
  return setQuantity(others, equal.id, equal.quantity + line.quantity);
}

/** The line with its total for its quantity and options. */
export function priced(item: CartItem): CartItem {
  const quantity = Math.min(MAX_QUANTITY, item.quantity);
  return { ...item, quantity, totalPrice: centsToDollars(unitCents(item) * quantity) };
}

export function countItems(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** Equal for two lines that the kitchen would make the same way. */
function lineKey(line: Pick<CartItem, "menuItemId" | "customization">): string {
  const options = optionIdsOf(line);
  const instructions = line.customization.specialInstructions.trim();
  return JSON.stringify([line.menuItemId, [...options].sort(), instructions]);
}

function freshId(items: readonly CartItem[], menuItemId: string, now: number): string {
  const taken = new Set(items.map((item) => item.id));
  let timestamp = now;
  while (taken.has(`${menuItemId}-${timestamp}`)) timestamp += 1;
  return `${menuItemId}-${timestamp}`;
}
