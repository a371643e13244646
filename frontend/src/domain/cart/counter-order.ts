import type { StaffMenuItem } from "@/domain/api/admin-types";
import { chosenOptions, type Selection, selectionCents } from "@/domain/menu/option-rules";
import { type CartTotals, cartTotals, centsToDollars, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
export const MOST_OF_ONE = 99;
export type Payment = "cash" | "card" | "unpaid";
export type MenuById = ReadonlyMap<string, StaffMenuItem>;

/** A menu item as it was asked for at the window. What it costs is always read from the menu of now. */
export interface CounterLine {
  id: string;
  menuItemId: string;
  /** As it was called when it was added: the menu item may have left the menu since. */
  name: string;
  selection: Selection;
  quantity: number;
  note: string;
  /** What one piece cost when the customer was told. */
  toldCents: number;
}

export interface Details {
  name: string;
  phone: string;
  note: string;
  payment: Payment;
}

export type LineOptions = Pick<CounterLine, "selection" | "quantity" | "note">;

export const NO_OPTIONS: LineOptions = { selection: {}, quantity: 1, note: "" };

/** The lines with a menu item more: the same wish again counts up. */
export function addToOrder(
  lines: readonly CounterLine[],
  item: StaffMenuItem,
  options: LineOptions,
  id: string,
): CounterLine[] {
  const note = options.note.trim();
  const same = lines.find(
    (line) =>
      line.menuItemId === item._id &&
      line.note === note &&
      optionsKey(line.selection) === optionsKey(options.selection),
  );
  if (same) {
    const quantity = Math.min(MOST_OF_ONE, same.quantity + options.quantity);
    return lines.map((line) => (line === same ? { ...line, quantity } : line));
  }
  const toldCents = selectionCents(item, options.selection, 1);
  return [...lines, { ...options, note, id, menuItemId: item._id, name: item.name, toldCents }];
}

/** One piece in cents; what has left the menu still shows what it cost. */
export function unitCents(line: CounterLine, menu: MenuById): number {
  const item = menu.get(line.menuItemId);
  return item ? selectionCents(item, line.selection, 1) : line.toldCents;
}

export function totalsOf(
  lines: readonly CounterLine[],
  menu: MenuById,
  taxRate: number,
): CartTotals {
  return cartTotals(
    lines.map((line) => unitCents(line, menu) * line.quantity),
    taxRate,
  );
}

/** Why a line cannot be sold as it stands; null when it can. */
export function problemOf(line: CounterLine, menu: MenuById): string | null {
  const item = menu.get(line.menuItemId);
  if (!item) return m.domain.cart.isNoLongerOnMenu({ name: line.name });
  if (!item.isAvailable) return m.domain.cart.isSoldOut({ name: item.name });
  const chosen = chosenOptions(line.selection, item.optionGroups);
  const gone = chosen.find(({ option }) => !option.isAvailable);
  if (gone) return m.domain.cart.isSoldOut({ name: gone.option.name });
  return chosen.length < optionIds(line.selection).length
    ? m.domain.cart.optionIsNoLongerOffered
    : null;
}

/** What the customer has to be told again; null while the price stands. */
export function priceChangeMessage(line: CounterLine, menu: MenuById): string | null {
  const now = unitCents(line, menu);
  if (now === line.toldCents) return null;
  return m.domain.cart.nowEachWas({
    now: formatCents(now),
    toldCents: formatCents(line.toldCents),
  });
}

export function optionNames(line: CounterLine, menu: MenuById): string {
  const groups = menu.get(line.menuItemId)?.optionGroups ?? [];
  return chosenOptions(line.selection, groups)
    .map(({ option }) => option.name)
    .join(", ");
}

/** The body of POST /orders. The total is what the screen shows: the server refuses another. */
export function requestOf(
  truckId: string,
  lines: readonly CounterLine[],
  details: Details,
  totalCents: number,
) {
  return {
    truckId,
    customerName: details.name.trim() || m.domain.cart.walkUp,
    customerPhone: details.phone.trim() || null,
    specialInstructions: details.note.trim() || null,
    payment: details.payment,
    expectedTotal: centsToDollars(totalCents),
    items: lines.map((line) => ({
      menuItemId: line.menuItemId,
      quantity: line.quantity,
      optionIds: optionIds(line.selection),
      specialInstructions: line.note || null,
    })),
  };
}

export type CounterRequest = ReturnType<typeof requestOf>;

function optionIds(selection: Selection): string[] {
  return Object.values(selection).flat();
}

function optionsKey(selection: Selection): string {
  return [...optionIds(selection)].sort().join(" ");
}
