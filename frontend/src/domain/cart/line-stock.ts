/** What is left for each line of a cart, where a stop has only so many of something. */
import type { MenuItem } from "@/domain/api/public-types";
import { countLeft, type Pieces } from "@/domain/menu/counted-stock";
import { type CartItem, optionIdsOf } from "./cart-item";
import { MAX_QUANTITY } from "./cart-lines";

export interface LineStock {
  /** How many are left in all, as the customer reads it; null without a count. */
  left: number | null;
  /** How many of them this line can have after the lines above it. */
  allowed: number;
  /** How far its quantity may be raised beside all other lines. */
  max: number;
}

type Line = Pick<CartItem, "menuItemId" | "customization" | "quantity">;

const UNLIMITED: LineStock = { left: null, allowed: MAX_QUANTITY, max: MAX_QUANTITY };

/** By the id of the line. */
export function stockByLine(
  items: readonly CartItem[],
  menu: readonly MenuItem[],
): ReadonlyMap<string, LineStock> {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  return new Map(
    items.map((line, index) => {
      const menuItem = byId.get(line.menuItemId);
      if (!menuItem) return [line.id, UNLIMITED];
      const chosen = optionIdsOf(line);
      const options = menuItem.optionGroups
        .flatMap((group) => group.options)
        .filter(({ _id }) => chosen.includes(_id))
        .map((one) => ({ ...one, quantity: chosen.filter((id) => id === one._id).length }));
      const leftBeside = (others: readonly Line[]) =>
        countLeft(menuItem, options, piecesOf(others)) ?? MAX_QUANTITY;
      const stock: LineStock = {
        left: countLeft(menuItem, options),
        allowed: leftBeside(items.slice(0, index)),
        max: leftBeside(items.filter((other) => other !== line)),
      };
      return [line.id, stock];
    }),
  );
}

/** The lines that ask for more than is left, by their ids, with how many they can have. */
export function findShortLines(
  items: readonly CartItem[],
  stock: ReadonlyMap<string, LineStock>,
): ReadonlyMap<string, number> {
  return new Map(
    items.flatMap(({ id, quantity }) => {
      const allowed = stock.get(id)?.allowed ?? MAX_QUANTITY;
      return quantity > allowed ? [[id, allowed]] : [];
    }),
  );
}

/** What the lines take of each menu item and option. */
export function piecesOf(lines: readonly Line[]): Pieces {
  const pieces: Record<string, number> = {};
  for (const line of lines) {
    for (const id of [line.menuItemId, ...optionIdsOf(line)]) {
      pieces[id] = (pieces[id] ?? 0) + line.quantity;
    }
  }
  return pieces;
}

/** The kitchen effort of the lines. A menu item that is not known needs one unit a piece. */
export function unitsOf(lines: readonly Line[], menu: readonly MenuItem[]): number {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  return lines.reduce(
    (sum, line) => sum + line.quantity * (byId.get(line.menuItemId)?.prepUnits ?? 1),
    0,
  );
}
