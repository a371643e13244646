import { addMessages } from "@/messages";
import { mapCatalog as englishMap } from "@/messages/en/map";
import { offlineCatalog as englishOffline } from "@/messages/en/offline";
import { ordering as englishOrdering } from "@/messages/en/ordering";
import { staff as englishStaff } from "@/messages/en/staff";
import { storefront as english } from "@/messages/en/storefront";
import { truckCatalog as englishTruck } from "@/messages/en/truck";
import { mapCatalog as spanishMap } from "@/messages/es/map";
import { offlineCatalog as spanishOffline } from "@/messages/es/offline";
import { ordering as spanishOrdering } from "@/messages/es/ordering";
import { staff as spanishStaff } from "@/messages/es/staff";
import { storefront as spanish } from "@/messages/es/storefront";
import { truckCatalog as spanishTruck } from "@/messages/es/truck";
import type { Language } from "@/messages/language";

const CATALOGS = {
  en: [english, englishTruck, englishOrdering, englishMap, englishOffline, englishStaff],
  es: [spanish, spanishTruck, spanishOrdering, spanishMap, spanishOffline, spanishStaff],
};

/** Lets the screens speak a language from the next rendering on. */
export function speak(language: Language): void {
  addMessages(language, ...CATALOGS[language]);
}
