/** What of a menu fits a customer's diets and allergies. What is not stated neither fits nor is ruled out. */
import type { MenuItem, MenuOption } from "@/domain/api/public-types";
import { ALLERGENS, type Allergen, DIETS, type Diet, endedDiets } from "./food-words";

export interface FoodFilter {
  diets: readonly Diet[];
  without: readonly Allergen[];
}

export const NO_FOOD_FILTER: FoodFilter = { diets: [], without: [] };

export function isFiltering({ diets, without }: FoodFilter): boolean {
  return diets.length + without.length > 0;
}

export type Fit = "fits" | "not_stated" | "no";

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
export interface OptionMark {
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
