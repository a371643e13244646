import type { PrepItem } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";

export interface PrepSection extends PrepTotals {
  title: string;
  items: PrepItem[];
}

export interface PrepTotals {
  /** Null where nothing can be expected. */
  expected: number | null;
  preordered: number;
}

/** The items by the section of the menu they are in, each section where its first item is. */
export function sectionsOf(items: readonly PrepItem[]): PrepSection[] {
  const sections = new Map<string, PrepItem[]>();
  for (const item of items) {
    const title = item.section.trim() || m.prepSheet.table.otherItems;
    sections.set(title, [...(sections.get(title) ?? []), item]);
  }
  return [...sections].map(([title, found]) => ({ title, items: found, ...totalsOf(found) }));
}

/** All pieces of some items. */
export function totalsOf(items: readonly PrepItem[]): PrepTotals {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const expected = items.map((item) => item.expected).filter((value) => value !== null);
  return {
    expected: expected.length > 0 ? sum(expected) : null,
    preordered: sum(items.map((item) => item.preordered)),
  };
}
