import { addMessages } from "@/messages";
import "@/messages/es/time-article";
import type { Language } from "@/messages/language";
import { currentLanguage } from "@/messages/language";
import "@/messages/plural";

// The words' helpers are imported above, so that they come with the entry: a file of their own costs more than they hold.
const FIRST = {
  en: async () => (await import("@/messages/en/storefront")).storefront,
  es: async () => (await import("@/messages/es/storefront")).storefront,
};
const TRUCK = {
  en: async () => (await import("@/messages/en/truck")).truckCatalog,
  es: async () => (await import("@/messages/es/truck")).truckCatalog,
};
const ORDERING = {
  en: async () => (await import("@/messages/en/ordering")).ordering,
  es: async () => (await import("@/messages/es/ordering")).ordering,
};

/** Loads what every page of the storefront says. */
export async function loadMessages(language: Language): Promise<void> {
  addMessages(language, await FIRST[language]());
}

/** Loads what a truck's page says. */
export async function loadTruckMessages(): Promise<void> {
  const language = currentLanguage();
  addMessages(language, await TRUCK[language]());
}

/** Loads what the pages from the checkout on say, which show the cart too. */
export async function loadOrderingMessages(): Promise<void> {
  const language = currentLanguage();
  addMessages(language, ...(await Promise.all([TRUCK[language](), ORDERING[language]()])));
}
