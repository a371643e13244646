import type { MenuItem, MenuOption, OptionGroup } from "@/domain/api/public-types";
import { dollarsToCents, lineCents } from "@/domain/values/money";
import { messages as m } from "@/messages";

/** The chosen options' ids, by the group's id. */
export type Selection = Readonly<Record<string, readonly string[]>>;

/** What a group asks for: "Choose 1", "Choose up to 3", "Choose 1 to 2". */
export function groupHelp({ minSelect, maxSelect }: OptionGroup): string {
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

/** The options of these ids, by the groups that have them now. */
export function selectionOf(ids: readonly string[], groups: readonly OptionGroup[]): Selection {
  const chosenIn = ({ _id, options }: OptionGroup) =>
    [_id, options.map((option) => option._id).filter((id) => ids.includes(id))] as const;
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

export function chosenOptions(
  selection: Selection,
  groups: readonly OptionGroup[],
): { group: OptionGroup; option: MenuOption }[] {
  return groups.flatMap((group) =>
    group.options
      .filter((option) => selection[group._id]?.includes(option._id))
      .map((option) => ({ group, option })),
  );
}

/** What of a selection can still be had. */
export function withoutSoldOut(selection: Selection, groups: readonly OptionGroup[]): Selection {
  const gone = new Set(soldOutOptions(selection, groups).map(({ _id }) => _id));
  return Object.fromEntries(
    Object.entries(selection).map(([group, ids]) => [group, ids.filter((id) => !gone.has(id))]),
  );
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
    optionCents: chosenOptions(selection, item.optionGroups).map(({ option }) =>
      dollarsToCents(option.additionalPrice),
    ),
    quantity,
  });
}
