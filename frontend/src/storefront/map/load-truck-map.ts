/** What is loaded when the map is opened; the home page knows only this file, so that it stays small. */
import { addMessages } from "@/messages";
import { currentLanguage } from "@/messages/language";
import { TruckMap } from "./truck-map";

const CATALOGS = {
  en: async () => (await import("@/messages/en/later")).map,
  es: async () => (await import("@/messages/es/later")).map,
};

/** The map as React's `lazy` takes it, once its sentences are there. */
export async function loadTruckMap() {
  const language = currentLanguage();
  addMessages(language, await CATALOGS[language]());
  return { default: TruckMap };
}
