import type { MenuItem } from "@/domain/api/types";

export interface MenuSuggestions {
  categories: readonly string[];
  sections: readonly string[];
}

/** The words that a truck's menu uses already, so that one thing is not called two names. */
export function suggestionsFrom(
  menu: readonly Pick<MenuItem, "category" | "section">[],
): MenuSuggestions {
  return {
    categories: inOrder(menu.map(({ category }) => category)),
    sections: inOrder(menu.map(({ section }) => section)),
  };
}

function inOrder(words: readonly string[]): string[] {
  const known = new Set(words.map((word) => word.trim()).filter(Boolean));
  return [...known].sort((one, other) => one.localeCompare(other));
}
