/** What a person reads of diets and allergens. "Not stated" (null) is never worded as "none of these" (an empty list). */
import type { MenuItem } from "@/domain/api/public-types";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";

export type Diet = NonNullable<MenuItem["diets"]>[number];
export type Allergen = NonNullable<MenuItem["allergens"]>[number];

/** In the order in which they are shown. */
export const DIETS: readonly Diet[] = ["vegan", "vegetarian", "gluten_free", "halal", "kosher"];
export const ALLERGENS: readonly Allergen[] = [
  "milk",
  "eggs",
  "fish",
  "shellfish",
  "tree_nuts",
  "peanuts",
  "wheat",
  "soybeans",
  "sesame",
];

/** "Vegan, halal", of a statement that may also be another field's value; what is vegan is not called vegetarian, too. */
export function dietList(said: unknown): string {
  if (!Array.isArray(said)) return m.food.notStated;
  const named = DIETS.filter((diet) => said.includes(diet));
  const shown = named.filter((diet) => diet !== "vegetarian" || !named.includes("vegan"));
  return shown.map((diet) => m.food.diets[diet]).join(", ") || m.food.noDiet;
}

export function allergenList(said: unknown): string {
  if (!Array.isArray(said)) return m.food.notStated;
  const named = ALLERGENS.filter((allergen) => said.includes(allergen));
  return named.map((allergen) => m.food.allergens[allergen]).join(", ") || m.food.containsNone;
}

interface Said {
  allergens?: readonly Allergen[] | null;
  /** What of it says nothing: the menu item or a chosen option. */
  allergensNotStated?: readonly string[];
}

/** "Contains milk and eggs. Not stated for Bacon", "Contains none of …"; null where nothing is stated. */
export function allergenSentence({ allergens, allergensNotStated = [] }: Said): string | null {
  if (!allergens) return null;
  if (allergens.length === 0) return m.food.containsNone;
  const names = formatList(allergens.map((allergen) => m.food.allergens[allergen]));
  const contains = m.food.contains({ names });
  if (allergensNotStated.length === 0) return contains;
  return `${contains}. ${m.food.notStatedFor({ names: formatList(allergensNotStated) })}`;
}
