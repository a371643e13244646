import type { StaffMenuItem } from "@/domain/api/admin-types";

type Searched = Pick<StaffMenuItem, "name" | "category" | "section">;

/** The menu items in which every word of the search occurs: in the name, the category or the section. */
export function searchMenu<T extends Searched>(menu: readonly T[], text: string): readonly T[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return menu;
  return menu.filter((item) => {
    const haystack = plain([item.name, item.category, item.section].join("\n"));
    return words.every((word) => haystack.includes(word));
  });
}

/** Small letters without accents: "jalapeno" means the jalapeño. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
