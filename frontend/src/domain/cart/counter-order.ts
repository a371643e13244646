import type { StaffMenuItem } from "@/domain/api/staff-types";
import { centsToDollars, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type CartItem, mapOptions, optionsOf, unitCents } from "./cart-item";
import { priced } from "./cart-rules";
import { type LineProblem, lineProblem, withMenuPrices } from "./reconcile-cart";

export type Payment = "cash" | "card" | "unpaid";
export type MenuById = ReadonlyMap<string, StaffMenuItem>;

export interface Details {
  name: string;
  phone: string;
  note: string;
  payment: Payment;
}

/**
 * The line at the prices of the menu of now; what has left the menu keeps its own. A line of an order at the counter
 * keeps the prices that the customer was told.
 */
export function atMenuPrices(line: CartItem, menu: MenuById): CartItem {
  const menuItem = menu.get(line.menuItemId);
  return menuItem ? withMenuPrices(line, menuItem) : line;
}

/** Why a line cannot be sold as it stands, for the staff; null when it can. */
export function problemMessage(line: CartItem, menu: MenuById): string | null {
  const problem = lineProblem(line, menu.get(line.menuItemId));
  return problem && PROBLEM_MESSAGES[problem.kind](problem.name);
}

const PROBLEM_MESSAGES: Record<LineProblem["kind"], (name: string) => string> = {
  gone: (name) => m.cartChanges.gone({ name }),
  option_gone: () => m.cartChanges.optionGone,
  choose_again: (group) => m.cartChanges.chooseAgain({ group }),
  sold_out: (name) => m.menuItem.isSoldOut({ name }),
};

/** The server's cart, with the prices of a line in the place where it was sent. In dollars. */
export interface ServerCart {
  items: Pick<CartItem, "basePrice" | "customization" | "taxClass">[];
  subtotal: number;
  tax: number;
  tip: number;
  discount: number;
  total: number;
}

/** The lines at the server's prices, which the menu on this screen may not have yet. */
export function atServerPrices(lines: readonly CartItem[], cart: ServerCart): CartItem[] {
  return lines.map((line, index) => {
    const item = cart.items[index];
    if (!item) return line;
    const prices = new Map(optionsOf(item).map((one) => [one.optionId, one.additionalPrice]));
    const customization = mapOptions(line.customization, (chosen) => ({
      ...chosen,
      additionalPrice: prices.get(chosen.optionId) ?? chosen.additionalPrice,
    }));
    const { basePrice, taxClass } = item;
    return priced({ ...line, basePrice, taxClass, customization });
  });
}

/** What the customer has to be told again; null while the price stands. */
export function priceChangeMessage(before: CartItem, after: CartItem): string | null {
  const [told, now] = [unitCents(before), unitCents(after)];
  if (now === told) return null;
  return m.cartChanges.priceEach({ price: formatCents(now), formerPrice: formatCents(told) });
}

/** The body of POST /orders. Prices and total, tip included, are what the screen shows: the server refuses others. */
export function requestOf(
  truckId: string,
  lines: readonly CartItem[],
  details: Details,
  totalCents: number,
  tipCents = 0,
) {
  return {
    truckId,
    customerName: details.name.trim() || m.cartChanges.walkUp,
    customerPhone: details.phone.trim() || null,
    specialInstructions: details.note.trim() || null,
    payment: details.payment,
    expectedTotal: centsToDollars(totalCents),
    ...(tipCents > 0 ? { tip: centsToDollars(tipCents) } : {}),
    items: lines.map((line) => ({
      menuItemId: line.menuItemId,
      quantity: line.quantity,
      optionIds: optionsOf(line).map(({ optionId }) => optionId),
      unitPrice: centsToDollars(unitCents(line)),
      specialInstructions: line.customization.specialInstructions || null,
    })),
  };
}

export type CounterRequest = ReturnType<typeof requestOf> & {
  /** The stop that the order is for, and the version of it for which it was priced. */
  stopId?: string;
  stopVersion?: number;
  /** The start of the pickup slot; without it the one that is running. */
  slotAt?: string;
  /** The kitchen is full then, and staff take the order anyway. */
  confirmOverCapacity?: boolean;
  offerCode?: string;
  /** The order's identity, and how it is sent: none of it makes another request. */
  draftId?: string;
  deviceId?: string;
  takenAt?: string;
  sentAt?: string;
};
