import { addMessages } from "@/messages";
import type { Language } from "@/messages/language";

const CATALOGS = {
  en: async () => (await import("@/messages/en/staff")).staff,
  es: async () => (await import("@/messages/es/staff")).staff,
};

/** Loads all that staff read, in one language. */
export async function loadMessages(language: Language): Promise<void> {
  addMessages(language, await CATALOGS[language]());
}
