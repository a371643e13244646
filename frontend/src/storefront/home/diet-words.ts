/** The diets by which home finds trucks, with their names; home itself is loaded without them, so that it stays small. */
import { DIETS, type Diet } from "@/domain/menu/food-words";
import { addMessages, messages as m } from "@/messages";
import { currentLanguage } from "@/messages/language";

const CATALOGS = {
  en: async () => (await import("@/messages/en/later")).finding,
  es: async () => (await import("@/messages/es/later")).finding,
};

export type DietName = readonly [diet: Diet, name: string];

export async function loadDietNames(): Promise<DietName[]> {
  const language = currentLanguage();
  addMessages(language, await CATALOGS[language]());
  return DIETS.map((diet) => [diet, m.finding.diets[diet]] as const);
}
