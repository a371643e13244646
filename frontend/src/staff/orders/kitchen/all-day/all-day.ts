import type { StaffOrder, StaffOrderItem } from "@/domain/api/admin-types";

export interface AllDayVariant {
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

/** What is still to be made, over all orders: per menu item, and per combination of modifiers. */
export function allDay(orders: readonly StaffOrder[]): AllDayItem[] {
  const lines = orders.filter(({ status }) => isToBeMade(status)).flatMap(({ items }) => items);
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

function isToBeMade(status: StaffOrder["status"]): boolean {
  return status === "pending" || status === "confirmed" || status === "preparing";
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
  return lines.reduce((total, { quantity }) => total + quantity, 0);
}
