import type { MenuItem, MenuOption, OptionGroup } from "@/domain/api/public-types";
import { lineAllergens } from "@/domain/menu/diets-and-allergens";
import { chosenOptions, selectionOf } from "@/domain/menu/option-selection-and-price";
import { saleTimeSentence } from "@/domain/menu/sale-time-words";
import { isServedAt } from "@/domain/menu/sale-times";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import {
  type CartItem,
  mapOptions,
  optionIdsOf,
  optionsOf,
  type SelectedOption,
  unitCents,
} from "./cart-item";
import { priced } from "./cart-lines";

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
    const problem = lineProblem(item, menuItem);
    const isRemoved = problem !== null && !(keepSoldOut && problem.kind === "sold_out");
    if (isRemoved) changes.push(removedMessage(menuItem?.name ?? item.name, problem, menuItem));
    if (isRemoved || !menuItem) continue;
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
    : [
        m.cartChanges.priceNow({
          name: after.name,
          price: formatCents(is),
          formerPrice: formatCents(was),
        }),
      ];
}

export function goneMessage(name: string): string {
  return m.cartChanges.removedGone({ name });
}

export function soldOutMessage(name: string): string {
  return m.cartChanges.removedSoldOut({ name });
}

/** What of a line cannot be had just now: the menu item itself or an option. */
export interface MissingPart {
  name: string;
  /** "Served daily, 7–11 AM", where it is only not its time; empty where it is sold out. */
  served: string;
}

/** The lines that cannot be had just now, by their ids, with what is missing of each. */
export function soldOutLines(
  items: readonly CartItem[],
  menu: readonly MenuItem[],
): ReadonlyMap<string, MissingPart> {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  return new Map(
    items.flatMap((item) => {
      const menuItem = byId.get(item.menuItemId);
      const problem = lineProblem(item, menuItem);
      if (problem?.kind !== "sold_out") return [];
      return [[item.id, { name: problem.name, served: whenServed(menuItem) }]];
    }),
  );
}

/** The lines that are not served at a pickup, by their ids. */
export type NotServedAt = (pickup: Date) => ReadonlyMap<string, MissingPart>;

/** Finds lines whose menu items are not served at a pickup; without those that cannot be had at all. */
export function findNotServed(
  items: readonly CartItem[],
  menu: readonly MenuItem[],
  zone: string | undefined,
): NotServedAt {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  // Many slots are asked about, and most carts have no line with times of its own.
  const timed = items.flatMap(({ id, name, menuItemId }) => {
    const { saleTimes = [], isAvailable } = byId.get(menuItemId) ?? {};
    if (!zone || !isAvailable || saleTimes.length === 0) return [];
    const part: MissingPart = { name, served: saleTimeSentence(saleTimes) };
    return [{ id, part, isServed: (pickup: Date) => isServedAt(saleTimes, zone, pickup) }];
  });
  return (pickup) =>
    new Map(timed.flatMap(({ id, part, isServed }) => (isServed(pickup) ? [] : [[id, part]])));
}

/** When a menu item is served that is not served now; empty where it is sold out, or can be had. */
export function whenServed(menuItem: MenuItem | undefined): string {
  return menuItem?.isServed === false ? saleTimeSentence(menuItem.saleTimes) : "";
}

function removedMessage(
  name: string,
  { kind, name: part }: LineProblem,
  menuItem?: MenuItem,
): string {
  const served = kind === "sold_out" ? whenServed(menuItem) : "";
  if (served) return m.cartChanges.removedBecause({ name, reason: served });
  if (kind === "gone") return goneMessage(name);
  if (kind === "option_gone") return m.cartChanges.removedOptionGone({ name, option: part });
  if (kind === "choose_again") {
    return m.cartChanges.removedChooseAgain({ name, group: part });
  }
  return part === name
    ? soldOutMessage(name)
    : m.cartChanges.removedOptionSoldOut({ name, option: part });
}

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
  const { optionGroups } = menuItem;
  const chosenNow = new Map(
    chosenOptions(selectionOf(optionIdsOf(item), optionGroups), optionGroups).map((one) => [
      one.option._id,
      { name: one.option.name, additionalPrice: one.additionalPrice },
    ]),
  );
  return priced({
    ...item,
    name: menuItem.name,
    imageUrl: menuItem.imageUrl,
    taxClass: menuItem.taxClass === "standard" ? undefined : menuItem.taxClass,
    basePrice: dollarsToCents(menuItem.basePrice) / 100,
    ...lineAllergens(
      menuItem,
      optionsOf(item).map((chosen) => findOption(menuItem, chosen) ?? { name: chosen.name }),
    ),
    customization: mapOptions(item.customization, (chosen) => {
      const { name, additionalPrice } = chosenNow.get(chosen.optionId) ?? chosen;
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
  const ids = optionIdsOf(item);
  const taken = group.options.map((option) => ({
    quantity: ids.filter((id) => id === option._id).length,
    most: option.maxQuantity ?? 1,
  }));
  const chosen = taken.reduce((sum, { quantity }) => sum + quantity, 0);
  const isTooOften = taken.some(({ quantity, most }) => quantity > most);
  return chosen >= group.minSelect && chosen <= group.maxSelect && !isTooOften;
}

function findOption(menuItem: MenuItem, chosen: SelectedOption): MenuOption | undefined {
  return menuItem.optionGroups
    .flatMap((group) => group.options)
    .find((option) => option._id === chosen.optionId);
}
