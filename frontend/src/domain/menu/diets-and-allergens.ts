/**
 * What a person reads of diets and allergens, and what of a menu fits a customer's. "Not stated" (null) is never worded
 * as "none of these" (an empty list).
 */
import type { MenuItem, MenuOption } from "@/domain/api/public-types";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";

export type Diet = NonNullable<MenuItem["diets"]>[number];
type Allergen = NonNullable<MenuItem["allergens"]>[number];

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

/** What a customer wants. What is not stated neither fits nor is ruled out. */
export interface FoodFilter {
  diets: readonly Diet[];
  without: readonly Allergen[];
}

export const NO_FOOD_FILTER: FoodFilter = { diets: [], without: [] };

export function isFiltering({ diets, without }: FoodFilter): boolean {
  return diets.length + without.length > 0;
}

type Fit = "fits" | "not_stated" | "no";

/** Whether the menu item without options is what is wanted. One statement against it decides. */
export function fitOf(item: Pick<MenuItem, "diets" | "allergens">, filter: FoodFilter): Fit {
  const { diets, allergens } = item;
  const answers = [
    ...filter.diets.map((diet) => diets?.includes(diet)),
    ...filter.without.map((allergen) => allergens && !allergens.includes(allergen)),
  ];
  if (answers.includes(false)) return "no";
  return answers.every((answer) => answer === true) ? "fits" : "not_stated";
}

/** What an option does to what is wanted: the allergens it adds, the diets it ends, and whether it says nothing. */
interface OptionMark {
  adds: Allergen[];
  ends: Diet[];
  isSilent: boolean;
}

export function markOf(option: MenuOption, { diets, without }: FoodFilter): OptionMark {
  const ended = endedDiets(option);
  return {
    adds: without.filter((allergen) => option.allergens?.includes(allergen)),
    ends: diets.filter((diet) => ended.includes(diet)),
    isSilent: without.length > 0 && !option.allergens,
  };
}

/** The same of all options of a menu item together. */
export function markOfOptions(item: MenuItem, filter: FoodFilter): OptionMark {
  const marks = item.optionGroups.flatMap(({ options }) =>
    options.map((one) => markOf(one, filter)),
  );
  return {
    adds: ALLERGENS.filter((one) => marks.some(({ adds }) => adds.includes(one))),
    ends: DIETS.filter((one) => marks.some(({ ends }) => ends.includes(one))),
    isSilent: marks.some(({ isSilent }) => isSilent),
  };
}

/** What can be asked of a menu: diets that one of its items is for, and the nine once one says what it contains. */
export function filtersOf(menu: readonly MenuItem[]): FoodFilter {
  const contained = new Set(
    menu.flatMap(({ allergens, optionGroups }) => [
      ...(allergens ?? []),
      ...optionGroups.flatMap(({ options }) => options.flatMap((one) => one.allergens ?? [])),
    ]),
  );
  const isStated = contained.size > 0 || menu.some(({ allergens }) => allergens);
  const others = ALLERGENS.filter((one) => !contained.has(one));
  return {
    diets: DIETS.filter((diet) => menu.some(({ diets }) => diets?.includes(diet))),
    without: isStated ? [...ALLERGENS.filter((one) => contained.has(one)), ...others] : [],
  };
}
