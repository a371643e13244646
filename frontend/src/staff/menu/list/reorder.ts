/** Where a menu item goes when the menu is put in another order. Places count from 0. */

interface Entry {
  _id: string;
}

/** The side of a row that a dragged row would be put on. */
export type Edge = "above" | "below";

/** The menu with one menu item at another place; places beyond the ends mean the ends. */
export function movedTo<T extends Entry>(menu: readonly T[], id: string, place: number): T[] {
  const entry = menu.find((candidate) => candidate._id === id);
  if (!entry) return [...menu];
  const others = menu.filter((candidate) => candidate !== entry);
  others.splice(Math.max(0, place), 0, entry);
  return others;
}

/** The place that a menu item gets when it is dropped on a side of another one; null when it has none. */
export function placeBeside(
  menu: readonly Entry[],
  id: string,
  targetId: string,
  edge: Edge,
): number | null {
  const others = menu.filter((entry) => entry._id !== id);
  const target = others.findIndex((entry) => entry._id === targetId);
  if (target < 0) return null;
  return edge === "below" ? target + 1 : target;
}
