import type { MenuItem, MenuOption, OptionGroup } from "@/domain/api/public-types";
import { centsToDollars, dollarsToCents, lineCents, optionCharges } from "@/domain/values/money";
import { messages as m } from "@/messages";

/** The chosen options' ids, by the group's id. An option that is taken twice is there twice. */
export type Selection = Readonly<Record<string, readonly string[]>>;

/** An option of a line, how many of it one item has, some of them free, and what they add to its price, in dollars. */
export interface ChosenOption {
  group: OptionGroup;
  option: MenuOption;
  quantity: number;
  freeQuantity: number;
  additionalPrice: number;
}

/** What a group asks for and gives: "Choose 1", "Choose up to 3 · First one free". */
export function groupHelp(group: OptionGroup): string {
  const count = group.freeCount ?? 0;
  if (count === 0) return howMany(group);
  const isOnePrice =
    new Set(group.options.map(({ additionalPrice }) => additionalPrice)).size === 1;
  const words = m.menuItem.choose;
  return `${howMany(group)} · ${isOnePrice ? words.firstFree({ count }) : words.free({ count })}`;
}

function howMany({ minSelect, maxSelect }: OptionGroup): string {
  if (minSelect === maxSelect) return m.menuItem.choose.exactly({ count: minSelect });
  if (minSelect === 0) return m.menuItem.choose.upTo({ most: maxSelect });
  return m.menuItem.choose.between({ least: minSelect, most: maxSelect });
}

/** Turns an option on or off. A full group takes no more, except that a group of one swaps. */
export function toggleOption(
  selection: Selection,
  group: OptionGroup,
  optionId: string,
): Selection {
  const chosen = selection[group._id] ?? [];
  if (chosen.includes(optionId)) {
    return { ...selection, [group._id]: chosen.filter((id) => id !== optionId) };
  }
  if (group.maxSelect === 1) return { ...selection, [group._id]: [optionId] };
  if (chosen.length >= group.maxSelect) return selection;
  return { ...selection, [group._id]: [...chosen, optionId] };
}

/** Takes so many of an option, as far as it and its group allow. */
export function setOptionQuantity(
  selection: Selection,
  group: OptionGroup,
  option: MenuOption,
  quantity: number,
): Selection {
  const others = (selection[group._id] ?? []).filter((id) => id !== option._id);
  const most = Math.min(option.maxQuantity ?? 1, group.maxSelect - others.length);
  const taken = Array.from({ length: Math.min(quantity, most) }, () => option._id);
  return { ...selection, [group._id]: [...others, ...taken] };
}

export function quantityOf(selection: Selection, group: OptionGroup, optionId: string): number {
  return selection[group._id]?.filter((id) => id === optionId).length ?? 0;
}

/** The options of these ids, by the groups that have them now. */
export function selectionOf(ids: readonly string[], groups: readonly OptionGroup[]): Selection {
  const chosenIn = ({ _id, options }: OptionGroup) =>
    [_id, ids.filter((id) => options.some((option) => option._id === id))] as const;
  return Object.fromEntries(groups.map(chosenIn));
}

export function isFull(selection: Selection, group: OptionGroup): boolean {
  return (selection[group._id]?.length ?? 0) >= group.maxSelect;
}

/** What is missing in a group, as a sentence; null when it can be sold so. */
export function missingIn(selection: Selection, group: OptionGroup): string | null {
  const chosen = selection[group._id]?.length ?? 0;
  const missing = group.minSelect - chosen;
  if (missing <= 0) return null;
  return chosen > 0 ? m.menuItem.choose.more({ missing }) : m.menuItem.choose.missing({ missing });
}

/** In the order of the menu. */
export function chosenOptions(
  selection: Selection,
  groups: readonly OptionGroup[],
): ChosenOption[] {
  return groups.flatMap((group) => {
    const taken = group.options
      .map((option) => ({ group, option, quantity: quantityOf(selection, group, option._id) }))
      .filter(({ quantity }) => quantity > 0);
    const pieces = taken.map(({ option, quantity }) => ({
      cents: dollarsToCents(option.additionalPrice),
      quantity,
    }));
    const charges = optionCharges(pieces, group.freeCount ?? 0);
    return taken.map((one, index) => {
      const cents = pieces[index]?.cents ?? 0;
      const charge = charges[index] ?? 0;
      const freeQuantity = cents > 0 ? one.quantity - charge / cents : 0;
      return { ...one, freeQuantity, additionalPrice: centsToDollars(charge) };
    });
  });
}

/** What of a selection can still be had: without what is sold out, and no more than the menu allows now. */
export function asOffered(selection: Selection, groups: readonly OptionGroup[]): Selection {
  return Object.fromEntries(groups.map((group) => [group._id, offeredIn(selection, group)]));
}

function offeredIn(selection: Selection, { _id, maxSelect, options }: OptionGroup): string[] {
  const onSale = options.filter(({ isAvailable }) => isAvailable);
  const most = new Map(onSale.map((option) => [option._id, option.maxQuantity ?? 1]));
  const before = (ids: readonly string[], place: number) =>
    ids.slice(0, place).filter((id) => id === ids[place]).length;
  return (selection[_id] ?? [])
    .filter((id, place, ids) => before(ids, place) < (most.get(id) ?? 0))
    .slice(0, maxSelect);
}

export function soldOutNames(selection: Selection, groups: readonly OptionGroup[]): string[] {
  return soldOutOptions(selection, groups).map(({ name }) => name);
}

function soldOutOptions(selection: Selection, groups: readonly OptionGroup[]): MenuOption[] {
  return chosenOptions(selection, groups)
    .map(({ option }) => option)
    .filter(({ isAvailable }) => !isAvailable);
}

/** Base and chosen options times the quantity, in cents. */
export function selectionCents(item: MenuItem, selection: Selection, quantity: number): number {
  return lineCents({
    baseCents: dollarsToCents(item.basePrice),
    optionCents: chosenOptions(selection, item.optionGroups).map(({ additionalPrice }) =>
      dollarsToCents(additionalPrice),
    ),
    quantity,
  });
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
