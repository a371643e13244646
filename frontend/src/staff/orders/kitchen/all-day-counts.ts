import type { StaffOrder, StaffOrderItem } from "@/domain/api/staff-types";
import { isToBeMade, piecesToMake, wantedMs } from "@/staff/shared/order-rules";

/** What is wanted after this time is not laid out yet. */
const AHEAD_MS = 2 * 3_600_000;

interface AllDayVariant {
  /** The chosen modifiers, in the ticket's words; empty for the plain menu item. */
  words: string;
  quantity: number;
}

export interface AllDayItem {
  key: string;
  name: string;
  quantity: number;
  /** By combination of modifiers, where there is anything to tell apart. */
  variants: AllDayVariant[];
  /** How many come with a wish of the customer's own, which only the ticket tells. */
  withNote: number;
}

interface AllDay {
  /** By now and in the next two hours, and what is being cooked already. */
  soon: AllDayItem[];
  later: AllDayItem[];
}

/** What is still to be made, over all orders, without what was refunded: soon, and later. */
export function allDay(orders: readonly StaffOrder[], now: Date): AllDay {
  const toMake = orders.filter(({ status }) => isToBeMade(status));
  const isLater = (order: StaffOrder) =>
    order.status !== "preparing" && wantedMs(order) > now.getTime() + AHEAD_MS;
  return {
    soon: countItems(toMake.filter((order) => !isLater(order))),
    later: countItems(toMake.filter(isLater)),
  };
}

/** Per menu item, and per combination of modifiers. */
function countItems(orders: readonly StaffOrder[]): AllDayItem[] {
  const lines = orders.flatMap(({ items }) => items).filter((item) => piecesToMake(item) > 0);
  const menuItems = groupBy(lines, itemKey);
  return [...menuItems]
    .map(([key, ofDish]) => ({
      key,
      name: ofDish[0]?.name ?? "",
      quantity: sum(ofDish),
      variants: variantsOf(ofDish),
      withNote: sum(ofDish.filter(({ specialInstructions }) => specialInstructions)),
    }))
    .sort((one, other) => other.quantity - one.quantity || one.name.localeCompare(other.name));
}

function variantsOf(lines: StaffOrderItem[]): AllDayVariant[] {
  const variants = [...groupBy(lines, wordsOf)]
    .map(([words, same]) => ({ words, quantity: sum(same) }))
    .sort((one, other) => other.quantity - one.quantity || one.words.localeCompare(other.words));
  const isPlainOnly = variants.length === 1 && variants[0]?.words === "";
  return isPlainOnly ? [] : variants;
}

/** A menu item that was renamed since is two menu items to a cook who reads tickets. */
function itemKey({ menuItemId, name }: StaffOrderItem): string {
  return `${menuItemId ?? ""}/${name}`;
}

/** The same choices in another order are the same plate. */
function wordsOf({ customizations }: StaffOrderItem): string {
  return customizations
    .map(({ name }) => name)
    .sort((one, other) => one.localeCompare(other))
    .join(", ");
}

function groupBy(
  lines: readonly StaffOrderItem[],
  keyOf: (line: StaffOrderItem) => string,
): Map<string, StaffOrderItem[]> {
  const groups = new Map<string, StaffOrderItem[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return groups;
}

function sum(lines: readonly StaffOrderItem[]): number {
  return lines.reduce((total, line) => total + piecesToMake(line), 0);
}
