import type { MenuItem } from "@/domain/api/public-types";
import { currentLanguage } from "@/messages/language";

type Titles = Pick<MenuItem, "category" | "section">;

/**
 * The menu in the language of the screens; what has no translation stays in the truck's own words. A section or a
 * category that is translated at one of its menu items is so at all of them, because they stand under one title.
 */
export function translateMenu(menu: readonly MenuItem[]): MenuItem[] {
  const [sections, categories] = [titlesOf(menu, "section"), titlesOf(menu, "category")];
  return menu.map((item) => {
    const words = item.translations?.[currentLanguage()];
    const option = (name: string) => words?.options?.[name] ?? name;
    return {
      ...item,
      name: words?.name ?? item.name,
      description: words?.description ?? item.description,
      section: sections.get(item.section) ?? item.section,
      category: categories.get(item.category) ?? item.category,
      optionGroups: item.optionGroups.map((group) => ({
        ...group,
        name: option(group.name),
        options: group.options.map((one) => ({ ...one, name: option(one.name) })),
      })),
    };
  });
}

function titlesOf(menu: readonly MenuItem[], field: keyof Titles): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const item of menu) {
    const title = item.translations?.[currentLanguage()]?.[field];
    if (title && !titles.has(item[field])) titles.set(item[field], title);
  }
  return titles;
}

interface OrderedNames {
  name: string;
  customizations?: readonly { name: string; group?: string }[] | null;
  allergensNotStated?: readonly string[];
  translations?: MenuItem["translations"];
}

/** A line of an order in the language of the screens, as the menu said it when it was ordered. */
export function translateLine<Line extends OrderedNames>(line: Line): Line {
  const words = line.translations?.[currentLanguage()];
  if (!words) return line;
  const option = (name: string) => words.options?.[name] ?? name;
  const said = (name: string) => (name === line.name ? (words.name ?? name) : option(name));
  return {
    ...line,
    name: words.name ?? line.name,
    ...(line.customizations && {
      customizations: line.customizations.map((one) => ({
        ...one,
        name: option(one.name),
        ...(one.group !== undefined && { group: option(one.group) }),
      })),
    }),
    ...(line.allergensNotStated && { allergensNotStated: line.allergensNotStated.map(said) }),
  };
}
