import type { Said } from "@/domain/menu/food-words";
import { dollarsToCents, lineCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { TaxClass } from "./taxes";

/** A line of the cart, in the shape that the server takes. Amounts in dollars. */
export interface CartItem {
  /** The menu item's id and a timestamp. */
  id: string;
  menuItemId: string;
  name: string;
  /** Without options. */
  basePrice: number;
  quantity: number;
  imageUrl: string | null;
  /** (base + options) × quantity. */
  totalPrice: number;
  truckId: string;
  /** Which rate its price is taxed at; the standard one without it. */
  taxClass?: TaxClass | undefined;
  /** As the menu stated them with the options when the line was last held against it. */
  allergens?: Said["allergens"] | undefined;
  allergensNotStated?: Said["allergensNotStated"] | undefined;
  customization: Customization;
}

export interface Customization {
  /** From groups that allow several. */
  selectedOptions: SelectedOption[];
  /** From groups that allow one. */
  optionChoices: OptionChoice[];
  specialInstructions: string;
}

export interface SelectedOption {
  optionId: string;
  name: string;
  /** What all of it adds to the price of one item, without what is free. */
  additionalPrice: number;
  /** How many of it one item has; one without it. */
  quantity?: number | undefined;
}

interface OptionChoice extends SelectedOption {
  /** The group that the choice belongs to. */
  selectedOption: { name: string };
}

export interface Cart {
  items: CartItem[];
  specialInstructions: string;
  /** Random, one per cart: the server cancels an earlier payment of the same attempt. */
  attemptId: string;
  /** What changed under the customer's hands and has not been acknowledged yet. */
  changes: string[];
}

export function optionsOf(item: Pick<CartItem, "customization">): SelectedOption[] {
  return [...item.customization.optionChoices, ...item.customization.selectedOptions];
}

/** The options' ids, each as often as it is taken. */
export function optionIdsOf(item: Pick<CartItem, "customization">): string[] {
  return optionsOf(item).flatMap(({ optionId, quantity = 1 }) =>
    Array.from({ length: quantity }, () => optionId),
  );
}

interface TakenOption {
  name: string;
  quantity?: number | undefined;
}

/** "Guacamole", or "2 × Guacamole". */
export function countedName({ name, quantity = 1 }: TakenOption): string {
  return quantity > 1 ? `${quantity} × ${name}` : name;
}

/** On a receipt: "2 × Guacamole (1 free)". */
export function receiptLabel(taken: TakenOption & { freeQuantity?: number | undefined }): string {
  const { quantity = 1, freeQuantity = 0 } = taken;
  const option = countedName(taken);
  if (freeQuantity === 0) return option;
  return freeQuantity < quantity
    ? m.common.optionFreeOf({ option, count: freeQuantity })
    : m.common.optionFree({ option });
}

/** The customization with each option changed. */
export function mapOptions(
  { optionChoices, selectedOptions, specialInstructions }: Customization,
  change: <Option extends SelectedOption>(option: Option) => Option,
): Customization {
  return {
    selectedOptions: selectedOptions.map(change),
    optionChoices: optionChoices.map(change),
    specialInstructions,
  };
}

/**
 * The customization with what the server answered of each option: its price, and how many of it are priced. A server
 * that knows no quantities prices one.
 */
export function asAnswered(
  customization: Customization,
  answered: readonly Pick<SelectedOption, "optionId" | "additionalPrice" | "quantity">[],
): Customization {
  const byId = new Map(answered.map((option) => [option.optionId, option]));
  return mapOptions(customization, (chosen) => {
    const { additionalPrice, quantity } = byId.get(chosen.optionId) ?? chosen;
    return { ...chosen, additionalPrice, quantity };
  });
}

/** One of this line with its options, in cents. */
export function unitCents(item: Pick<CartItem, "basePrice" | "customization">): number {
  return lineCents({
    baseCents: dollarsToCents(item.basePrice),
    optionCents: optionsOf(item).map((option) => dollarsToCents(option.additionalPrice)),
    quantity: 1,
  });
}
