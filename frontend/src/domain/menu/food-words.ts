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

/** The allergens that end a diet, as the server has it (`menu/diets.py`). */
const ENDING: Partial<Record<Diet, readonly Allergen[]>> = {
  vegan: ["milk", "eggs", "fish", "shellfish"],
  vegetarian: ["fish", "shellfish"],
  gluten_free: ["wheat"],
};

/** "milk and eggs" */
export function namesOf(allergens: readonly Allergen[]): string {
  return formatList(allergens.map((allergen) => m.food.allergens[allergen]));
}

interface Option {
  name: string;
  allergens?: readonly Allergen[] | null;
  notFor?: readonly Diet[];
}

/** The diets that an option ends: those that it names, and those that the allergens it adds contradict. */
export function endedDiets({ allergens, notFor = [] }: Option): Diet[] {
  const ends = (diet: Diet) =>
    notFor.includes(diet) || ENDING[diet]?.some((one) => allergens?.includes(one)) === true;
  return DIETS.filter((diet) => ends(diet) || (diet === "vegan" && ends("vegetarian")));
}

/** What a line says of allergens: the menu item with the chosen options. Names are of what says nothing. */
export function lineAllergens(item: Option, options: readonly Option[]): Said {
  const all = [item, ...options];
  const known = ALLERGENS.filter((one) => all.some(({ allergens }) => allergens?.includes(one)));
  const silent = all.filter(({ allergens }) => !allergens).map(({ name }) => name);
  const allergensNotStated = [...new Set(silent)];
  const isKnown = known.length > 0 || allergensNotStated.length === 0;
  return { allergens: isKnown ? known : null, allergensNotStated };
}

/** What a line of a cart, an order or a ticket says of allergens. */
export interface Said {
  allergens?: readonly Allergen[] | null;
  /** What of it says nothing: the menu item or a chosen option. */
  allergensNotStated?: readonly string[];
}

/** "Contains milk and eggs. Not stated for Bacon", "Contains none of …"; null where nothing is stated. */
export function allergenSentence({ allergens, allergensNotStated = [] }: Said): string | null {
  if (!allergens) return null;
  if (allergens.length === 0) return allergensNotStated.length === 0 ? m.food.containsNone : null;
  const contains = m.food.contains({ names: namesOf(allergens) });
  if (allergensNotStated.length === 0) return contains;
  return `${contains}. ${m.food.notStatedFor({ names: formatList(allergensNotStated) })}`;
}
