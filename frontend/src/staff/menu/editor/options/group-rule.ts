import { messages as m } from "@/messages";
import type { GroupValues } from "@/staff/menu/editor/menu-item-values";

/** What a group asks of a customer, in words; null while the numbers make no sense. */
export function describeRule({ minSelect, maxSelect }: GroupValues): string | null {
  if (!(minSelect >= 0) || !(maxSelect >= 1) || minSelect > maxSelect) return null;
  if (minSelect === 0) {
    return m.staff.menuEditor.optionalCustomerMayChooseOne({ maxSelect });
  }
  if (minSelect === maxSelect) {
    return m.staff.menuEditor.requiredACustomerChoosesExactly({
      minSelectText: minSelect === 1 ? m.staff.menuEditor.one : minSelect,
    });
  }
  return m.staff.menuEditor.requiredACustomerChoosesTo({ minSelect, maxSelect });
}

/** Whether so much is sold out that the minimum cannot be met. */
export function cannotBeMet({ minSelect, options }: GroupValues): boolean {
  return options.filter(({ isAvailable }) => isAvailable).length < minSelect;
}
