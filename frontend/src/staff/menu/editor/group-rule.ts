import { messages as m } from "@/messages";
import type { GroupValues } from "./menu-item-values";

/** What a group asks of a customer, in words; null while the numbers make no sense. */
export function describeRule({ minSelect, maxSelect }: GroupValues): string | null {
  if (!(minSelect >= 0) || !(maxSelect >= 1) || minSelect > maxSelect) return null;
  if (minSelect === 0) {
    return m.menuEditor.rule.optional({ most: maxSelect });
  }
  if (minSelect === maxSelect) {
    return m.menuEditor.rule.exactly({ count: minSelect });
  }
  return m.menuEditor.rule.between({ least: minSelect, most: maxSelect });
}

/** Whether so much is sold out that the minimum cannot be met. */
export function cannotBeMet({ minSelect, options }: GroupValues): boolean {
  return options.filter(({ isAvailable }) => isAvailable).length < minSelect;
}
