import type { MenuItem } from "@/domain/api/public-types";
import { lineAllergens } from "@/domain/menu/food-words";
import type { ChosenOption } from "@/domain/menu/option-selection";
import { centsToDollars } from "@/domain/values/money";
import {
  type CartItem,
  type Customization,
  optionIdsOf,
  type SelectedOption,
  unitCents,
} from "./cart-item";

export const MAX_QUANTITY = 99;
export const ITEM_INSTRUCTIONS_LIMIT = 200;
export const ORDER_INSTRUCTIONS_LIMIT = 500;

/** What a person chose, before it is a line of a cart. */
export type NewLine = Omit<CartItem, "id" | "totalPrice">;

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

export interface Choice {
  menuItem: MenuItem;
  quantity: number;
  chosen: readonly Omit<ChosenOption, "freeQuantity">[];
  specialInstructions: string;
}

/** A menu item with what was chosen for it, as a line of the cart. */
export function newLine({ menuItem, quantity, chosen, specialInstructions }: Choice): NewLine {
  const selected = chosen.map(({ group, option: { _id: optionId, name }, ...taken }) => ({
    group,
    option: {
      optionId,
      name,
      additionalPrice: taken.additionalPrice,
      ...(taken.quantity > 1 ? { quantity: taken.quantity } : {}),
    },
  }));
  return {
    menuItemId: menuItem._id,
    name: menuItem.name,
    basePrice: menuItem.basePrice,
    quantity,
    imageUrl: menuItem.imageUrl,
    truckId: menuItem.truckId,
    ...(menuItem.taxClass === "standard" ? {} : { taxClass: menuItem.taxClass }),
    ...lineAllergens(
      menuItem,
      chosen.map(({ option }) => option),
    ),
    customization: customize(
      selected,
      specialInstructions.trim().slice(0, ITEM_INSTRUCTIONS_LIMIT),
    ),
  };
}

interface GroupedOption {
  group: { name: string; maxSelect?: number };
  option: SelectedOption;
}

/** The options by whether their group allows one or several, as the server takes them. */
export function customize(
  chosen: readonly GroupedOption[],
  specialInstructions: string,
): Customization {
  const isSingle = ({ group }: GroupedOption) => group.maxSelect === 1;
  return {
    optionChoices: chosen
      .filter(isSingle)
      .map(({ group: { name }, option }) => ({ ...option, selectedOption: { name } })),
    selectedOptions: chosen.filter((one) => !isSingle(one)).map(({ option }) => option),
    specialInstructions,
  };
}
