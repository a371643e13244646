import type { MenuItem } from "@/domain/api/public-types";
import { messages as m } from "@/messages";

export interface MenuSection {
  /** Usable as an anchor: "section-small-plates". */
  id: string;
  title: string;
  items: MenuItem[];
}

/** Whether the menu is one list without a name, of which a heading would say nothing. */
export function isUnnamed(sections: readonly MenuSection[]): boolean {
  return sections.length === 1 && sections[0]?.title === m.menuItem.otherSection;
}

/** The menu in its own order, by section; a menu item without one goes by its category. */
export function menuSections(menu: readonly MenuItem[]): MenuSection[] {
  const sections = new Map<string, MenuItem[]>();
  for (const item of [...menu].sort((a, b) => a.position - b.position)) {
    const title = item.section?.trim() || item.category?.trim() || m.menuItem.otherSection;
    sections.set(title, [...(sections.get(title) ?? []), item]);
  }
  return [...sections].map(([title, items]) => ({ id: anchorOf(title), title, items }));
}

function anchorOf(title: string): string {
  return `section-${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`;
}
