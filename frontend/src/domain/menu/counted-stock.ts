/** Counted stock, as far as customers hear of it: a menu item or an option that is about to run out. */
import type { MenuItem, MenuOption } from "@/domain/api/public-types";

/** Pieces by the id of the menu item or option that they are of. */
export type Pieces = Readonly<Record<string, number>>;

const NO_PIECES: Pieces = {};

/**
 * How many more can be had of a menu item with these options, each in its quantity, when some are taken; null without a
 * limit.
 */
export function countLeft(
  item: Pick<MenuItem, "_id" | "remaining">,
  options: readonly (Pick<MenuOption, "_id" | "remaining"> & { quantity?: number })[] = [],
  taken: Pieces = NO_PIECES,
): number | null {
  const counted: readonly (Pick<MenuOption, "_id" | "remaining"> & { quantity?: number })[] = [
    item,
    ...options,
  ];
  const counts = counted.flatMap(({ _id, remaining, quantity = 1 }) =>
    remaining === undefined
      ? []
      : [Math.max(0, Math.floor((remaining - (taken[_id] ?? 0)) / quantity))],
  );
  return counts.length > 0 ? Math.min(...counts) : null;
}

/** The menu as a customer has it who holds some of its last pieces in an open checkout: they are still theirs. */
export function withOwnPieces(menu: readonly MenuItem[], own: Pieces): MenuItem[] {
  return mapCounted(menu, (counted) => withOwn(counted, own));
}

/** The menu with counts that were learned elsewhere, where they are lower than its own. */
export function withLearnedCounts(menu: readonly MenuItem[], learned: Pieces): MenuItem[] {
  return mapCounted(menu, (counted) => {
    const count = learned[counted._id];
    if (count === undefined) return counted;
    return { ...counted, remaining: Math.min(count, counted.remaining ?? count) };
  });
}

function mapCounted(
  menu: readonly MenuItem[],
  change: <Kept extends Counted>(counted: Kept) => Kept,
): MenuItem[] {
  return menu.map((item) => ({
    ...change(item),
    optionGroups: item.optionGroups.map((group) => ({
      ...group,
      options: group.options.map((option) => change(option)),
    })),
  }));
}

interface Counted {
  _id: string;
  isAvailable: boolean;
  remaining?: number;
}

function withOwn<Kept extends Counted>(kept: Kept, own: Pieces): Kept {
  const pieces = own[kept._id];
  if (kept.remaining === undefined || !pieces) return kept;
  const isAvailable = kept.isAvailable || kept.remaining === 0;
  return { ...kept, isAvailable, remaining: kept.remaining + pieces };
}
