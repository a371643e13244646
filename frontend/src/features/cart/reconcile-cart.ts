import type { MenuItem, MenuOption, OptionGroup } from "@/api/types";
import { dollarsToCents, formatCents } from "@/lib/money";
import { type CartItem, optionsOf, type SelectedOption, unitCents } from "./cart-item";
import { priced } from "./cart-rules";

export interface CorrectedCart {
  items: CartItem[];
  /** What changed, in sentences for the customer; empty when nothing did. */
  changes: string[];
}

/** Holds the lines against the menu of now: new prices are taken over, what cannot be had is taken out. */
export function reconcileCart(
  items: readonly CartItem[],
  menu: readonly MenuItem[],
): CorrectedCart {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  const kept: CartItem[] = [];
  const changes: string[] = [];
  for (const item of items) {
    const menuItem = byId.get(item.menuItemId);
    const reason = whyNotSold(item, menuItem);
    if (!menuItem || reason) {
      changes.push(reason ?? goneSentence(item.name));
      continue;
    }
    const fresh = withMenuPrices(item, menuItem);
    changes.push(...priceChange(item, fresh));
    kept.push(fresh);
  }
  return { items: kept, changes: [...new Set(changes)] };
}

/** "Carnitas taco is now $4.50 (was $4.00)", or nothing when one of them still costs the same. */
export function priceChange(before: CartItem, after: CartItem): string[] {
  const [was, is] = [unitCents(before), unitCents(after)];
  return was === is ? [] : [`${after.name} is now ${formatCents(is)} (was ${formatCents(was)})`];
}

export function goneSentence(name: string): string {
  return `${name} is no longer on the menu and was taken out`;
}

export function soldOutSentence(name: string): string {
  return `${name} is sold out and was taken out`;
}

function whyNotSold(item: CartItem, menuItem: MenuItem | undefined): string | null {
  if (!menuItem) return goneSentence(item.name);
  if (!menuItem.isAvailable) return soldOutSentence(menuItem.name);
  for (const chosen of optionsOf(item)) {
    const option = findOption(menuItem, chosen);
    if (!option) {
      return `${menuItem.name} was taken out: ${chosen.name} is no longer offered`;
    }
    if (!option.isAvailable) {
      return `${menuItem.name} was taken out: ${option.name} is sold out`;
    }
  }
  const group = menuItem.optionGroups.find((candidate) => !fits(item, candidate));
  return group ? `${menuItem.name} was taken out: please choose ${group.name} again` : null;
}

function fits(item: CartItem, group: OptionGroup): boolean {
  const ids = new Set(group.options.map((option) => option._id));
  const chosen = optionsOf(item).filter((option) => ids.has(option.optionId)).length;
  return chosen >= group.minSelect && chosen <= group.maxSelect;
}

function findOption(menuItem: MenuItem, chosen: SelectedOption): MenuOption | undefined {
  return menuItem.optionGroups
    .flatMap((group) => group.options)
    .find((option) => option._id === chosen.optionId);
}

function withMenuPrices(item: CartItem, menuItem: MenuItem): CartItem {
  const { optionChoices, selectedOptions, specialInstructions } = item.customization;
  const refreshed = <T extends SelectedOption>(chosen: T): T => {
    const option = findOption(menuItem, chosen);
    return option
      ? { ...chosen, name: option.name, additionalPrice: option.additionalPrice }
      : chosen;
  };
  return priced({
    ...item,
    name: menuItem.name,
    imageUrl: menuItem.imageUrl,
    basePrice: dollarsToCents(menuItem.basePrice) / 100,
    customization: {
      specialInstructions,
      optionChoices: optionChoices.map(refreshed),
      selectedOptions: selectedOptions.map(refreshed),
    },
  });
}
