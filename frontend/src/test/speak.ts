import { addMessages } from "@/messages";
import { ordering as englishOrdering } from "@/messages/en/ordering";
import { staff as englishStaff } from "@/messages/en/staff";
import { storefront as english } from "@/messages/en/storefront";
import { ordering as spanishOrdering } from "@/messages/es/ordering";
import { staff as spanishStaff } from "@/messages/es/staff";
import { storefront as spanish } from "@/messages/es/storefront";
import type { Language } from "@/messages/language";

const CATALOGS = {
  en: [english, englishOrdering, englishStaff],
  es: [spanish, spanishOrdering, spanishStaff],
};

/** Lets the screens speak a language from the next rendering on. */
export function speak(language: Language): void {
  addMessages(language, ...CATALOGS[language]);
}
