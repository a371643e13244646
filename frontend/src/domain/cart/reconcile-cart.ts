import type { MenuItem, MenuOption, OptionGroup } from "@/domain/api/types";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type CartItem, optionsOf, type SelectedOption, unitCents } from "./cart-item";
import { priced } from "./cart-rules";

export interface CorrectedCart {
  items: CartItem[];
  /** What changed, in sentences for the customer; empty when nothing did. */
  changes: string[];
}

interface ReconcileOptions {
  /** Under the customer's eyes nothing vanishes that may be back in ten minutes: its line says so instead. */
  keepSoldOut?: boolean;
}

/** Holds the lines against the menu of now: new prices are taken over, what cannot be had is taken out. */
export function reconcileCart(
  items: readonly CartItem[],
  menu: readonly MenuItem[],
  { keepSoldOut = false }: ReconcileOptions = {},
): CorrectedCart {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  const kept: CartItem[] = [];
  const changes: string[] = [];
  for (const item of items) {
    const menuItem = byId.get(item.menuItemId);
    const soldOut = menuItem ? soldOutIn(item, menuItem) : null;
    const reason =
      whyNoLonger(item, menuItem) ??
      (soldOut && !keepSoldOut ? removedMessage(item, soldOut) : null);
    if (!menuItem || reason) {
      changes.push(reason ?? goneMessage(item.name));
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
  return was === is
    ? []
    : [m.domain.cart.isNowWas({ name: after.name, is: formatCents(is), was: formatCents(was) })];
}

export function goneMessage(name: string): string {
  return m.domain.cart.isNoLongerOnMenuAnd({ name });
}

export function soldOutMessage(name: string): string {
  return m.domain.cart.isSoldOutAndWas({ name });
}

/** The lines that cannot be had just now, by their ids, with what is sold out of each: "Elote", "Guacamole". */
export function soldOutLines(
  items: readonly CartItem[],
  menu: readonly MenuItem[],
): ReadonlyMap<string, string> {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  return new Map(
    items.flatMap((item) => {
      const menuItem = byId.get(item.menuItemId);
      const soldOut = menuItem ? soldOutIn(item, menuItem) : null;
      return soldOut ? [[item.id, soldOut]] : [];
    }),
  );
}

/** The menu item, or the first of its chosen options that is sold out. */
function soldOutIn(item: CartItem, menuItem: MenuItem): string | null {
  if (!menuItem.isAvailable) return menuItem.name;
  const options = optionsOf(item).map((chosen) => findOption(menuItem, chosen));
  return options.find((option) => option?.isAvailable === false)?.name ?? null;
}

function removedMessage({ name }: CartItem, soldOut: string): string {
  return soldOut === name
    ? soldOutMessage(name)
    : m.domain.cart.wasRemovedIsSoldOut({ name, soldOut });
}

function whyNoLonger(item: CartItem, menuItem: MenuItem | undefined): string | null {
  if (!menuItem) return goneMessage(item.name);
  for (const chosen of optionsOf(item)) {
    if (!findOption(menuItem, chosen)) {
      return m.domain.cart.wasRemovedIsNoLonger({ name: menuItem.name, name2: chosen.name });
    }
  }
  const group = menuItem.optionGroups.find((candidate) => !fits(item, candidate));
  return group
    ? m.domain.cart.wasRemovedPleaseChooseAgain({ name: menuItem.name, name2: group.name })
    : null;
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
