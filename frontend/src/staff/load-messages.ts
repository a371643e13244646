import { addMessages } from "@/messages";
import type { Language } from "@/messages/language";

const CATALOGS = {
  en: {
    "sign-in": () => import("@/messages/en/sign-in"),
    orders: () => import("@/messages/en/orders"),
    order: () => import("@/messages/en/order"),
    service: () => import("@/messages/en/service"),
    unsent: () => import("@/messages/en/unsent"),
    menu: () => import("@/messages/en/menu"),
    "menu-import": () => import("@/messages/en/menu-import"),
    trucks: () => import("@/messages/en/trucks"),
    schedule: () => import("@/messages/en/schedule"),
    reports: () => import("@/messages/en/reports"),
    office: () => import("@/messages/en/office"),
    account: () => import("@/messages/en/account"),
    activity: () => import("@/messages/en/activity"),
  },
  es: {
    "sign-in": () => import("@/messages/es/sign-in"),
    orders: () => import("@/messages/es/orders"),
    order: () => import("@/messages/es/order"),
    service: () => import("@/messages/es/service"),
    unsent: () => import("@/messages/es/unsent"),
    menu: () => import("@/messages/es/menu"),
    "menu-import": () => import("@/messages/es/menu-import"),
    trucks: () => import("@/messages/es/trucks"),
    schedule: () => import("@/messages/es/schedule"),
    reports: () => import("@/messages/es/reports"),
    office: () => import("@/messages/es/office"),
    account: () => import("@/messages/es/account"),
    activity: () => import("@/messages/es/activity"),
  },
};

/** A part of what staff read that is a download of its own. */
export type StaffCatalog = keyof (typeof CATALOGS)["en"];

/** Loads what the sign-in and the frame of every page say, or what pages say beyond it. */
export async function loadMessages(
  language: Language,
  names: readonly StaffCatalog[] = ["sign-in"],
): Promise<void> {
  const modules = await Promise.all(names.map((name) => CATALOGS[language][name]()));
  addMessages(language, ...modules.flatMap((module) => Object.values(module)));
}
