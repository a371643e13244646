import type { StaffMenuItem } from "@/domain/api/staff-types";
import { searchFor } from "@/domain/values/search-words";

type Searched = Pick<StaffMenuItem, "name" | "category" | "section">;

/** The menu items in which every word of the search occurs: in the name, the category or the section. */
export function searchMenu<T extends Searched>(menu: readonly T[], text: string): readonly T[] {
  if (text.trim() === "") return menu;
  const isMeant = searchFor(text);
  return menu.filter(({ name, category, section }) => isMeant(name, category, section));
}
