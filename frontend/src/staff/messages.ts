import { addMessages } from "@/messages";
import type { Language } from "@/messages/language";

const CATALOGS = {
  en: () => [
    import("@/messages/en/sign-in"),
    import("@/messages/en/orders"),
    import("@/messages/en/order"),
    import("@/messages/en/service"),
    import("@/messages/en/menu"),
    import("@/messages/en/trucks"),
    import("@/messages/en/schedule"),
    import("@/messages/en/reports"),
    import("@/messages/en/office"),
    import("@/messages/en/account"),
  ],
  es: () => [
    import("@/messages/es/sign-in"),
    import("@/messages/es/orders"),
    import("@/messages/es/order"),
    import("@/messages/es/service"),
    import("@/messages/es/menu"),
    import("@/messages/es/trucks"),
    import("@/messages/es/schedule"),
    import("@/messages/es/reports"),
    import("@/messages/es/office"),
    import("@/messages/es/account"),
  ],
};

/** Loads all that staff read, in one language. */
export async function loadMessages(language: Language): Promise<void> {
  const modules = await Promise.all(CATALOGS[language]());
  addMessages(language, ...modules.flatMap((module) => Object.values(module)));
}
