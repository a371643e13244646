import { addMessages } from "@/messages";
import { currentLanguage, type Language } from "@/messages/language";

const FIRST = { en: () => import("@/messages/en/home"), es: () => import("@/messages/es/home") };
const TRUCK = { en: () => import("@/messages/en/truck"), es: () => import("@/messages/es/truck") };
const CHECKOUT = {
  en: () => import("@/messages/en/checkout"),
  es: () => import("@/messages/es/checkout"),
};

/** Loads what every page of the storefront says. */
export async function loadMessages(language: Language): Promise<void> {
  addMessages(language, ...Object.values(await FIRST[language]()));
}

/** Loads what a truck's page says. */
export async function loadTruckMessages(): Promise<void> {
  const language = currentLanguage();
  addMessages(language, ...Object.values(await TRUCK[language]()));
}

/** Loads what the pages from the checkout on say, which show the cart too. */
export async function loadOrderingMessages(): Promise<void> {
  const language = currentLanguage();
  const [truck, checkout] = await Promise.all([TRUCK[language](), CHECKOUT[language]()]);
  addMessages(language, ...Object.values(truck), ...Object.values(checkout));
}
