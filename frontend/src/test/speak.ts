import { addMessages, type Catalog } from "@/messages";
import type { Language } from "@/messages/language";

type Modules = Record<string, Record<string, Catalog>>;

const MODULES: Record<Language, Modules> = {
  en: import.meta.glob("../messages/en/*.ts", { eager: true }),
  es: import.meta.glob(["../messages/es/*.ts", "!**/errors.ts"], { eager: true }),
};

/** Every catalog of a language, as all downloads together bring them. */
export function catalogsOf(language: Language): Catalog[] {
  return Object.values(MODULES[language]).flatMap((module) => Object.values(module));
}

/** Lets the screens speak a language from the next rendering on. */
export function speak(language: Language): void {
  addMessages(language, ...catalogsOf(language));
}
