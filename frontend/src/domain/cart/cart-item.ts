import type { MenuItem } from "@/domain/api/public-types";
import { lineAllergens, type Said } from "@/domain/menu/diets-and-allergens";
import type { ChosenOption } from "@/domain/menu/option-selection-and-price";
import { dollarsToCents, lineCents } from "@/domain/values/money";
import type { TaxClass } from "./taxes";

export const ITEM_INSTRUCTIONS_LIMIT = 200;

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

/** What a person chose, before it is a line of a cart. */
export type NewLine = Omit<CartItem, "id" | "totalPrice">;

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
