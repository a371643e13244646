import type { MenuItem, MenuOption, OptionGroup } from "@/domain/api/types";
import { dollarsToCents } from "@/domain/values/money";
import { type CartItem, mapOptions, optionsOf, type SelectedOption } from "./cart-item";
import { priced } from "./cart-rules";

/** Why a line cannot be sold as it stands; `name` is what it is about: the menu item, an option or a group. */
export interface LineProblem {
  kind: "gone" | "option_gone" | "choose_again" | "sold_out";
  name: string;
}

/** Holds a line of either cart, the customer's or the counter's, against the menu item of now; null when it can be sold. */
export function lineProblem(item: CartItem, menuItem: MenuItem | undefined): LineProblem | null {
  if (!menuItem) return { kind: "gone", name: item.name };
  const missing = optionsOf(item).find((chosen) => !findOption(menuItem, chosen));
  if (missing) return { kind: "option_gone", name: missing.name };
  const group = menuItem.optionGroups.find((candidate) => !fits(item, candidate));
  if (group) return { kind: "choose_again", name: group.name };
  const soldOut = soldOutIn(item, menuItem);
  return soldOut === null ? null : { kind: "sold_out", name: soldOut };
}

/** The line with the names and prices of the menu item of now. */
export function withMenuPrices(item: CartItem, menuItem: MenuItem): CartItem {
  return priced({
    ...item,
    name: menuItem.name,
    imageUrl: menuItem.imageUrl,
    basePrice: dollarsToCents(menuItem.basePrice) / 100,
    customization: mapOptions(item.customization, (chosen) => {
      const { name, additionalPrice } = findOption(menuItem, chosen) ?? chosen;
      return { ...chosen, name, additionalPrice };
    }),
  });
}

/** The menu item, or the first of its chosen options that is sold out. */
function soldOutIn(item: CartItem, menuItem: MenuItem): string | null {
  if (!menuItem.isAvailable) return menuItem.name;
  const options = optionsOf(item).map((chosen) => findOption(menuItem, chosen));
  return options.find((option) => option?.isAvailable === false)?.name ?? null;
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
