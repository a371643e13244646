import type { GroupValues } from "@/staff/menu/editor/menu-item-values";

/** What a group asks of a customer, in words; null while the numbers make no sense. */
export function describeRule({ minSelect, maxSelect }: GroupValues): string | null {
  if (!(minSelect >= 0) || !(maxSelect >= 1) || minSelect > maxSelect) return null;
  if (minSelect === 0) {
    return maxSelect === 1
      ? "Optional: a customer may choose one."
      : `Optional: a customer may choose up to ${maxSelect}.`;
  }
  if (minSelect === maxSelect) {
    return `Required: a customer chooses exactly ${minSelect === 1 ? "one" : minSelect}.`;
  }
  return `Required: a customer chooses ${minSelect} to ${maxSelect}.`;
}

/** Whether so much is sold out that nobody can meet the minimum any more. */
export function cannotBeMet({ minSelect, options }: GroupValues): boolean {
  return options.filter(({ isAvailable }) => isAvailable).length < minSelect;
}
