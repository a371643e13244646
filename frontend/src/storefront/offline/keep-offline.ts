import type { QueryClient } from "@tanstack/react-query";
import { addMessages } from "@/messages";
import { currentLanguage, currentLocale } from "@/messages/language";
import { dropOldDrafts } from "@/storefront/checkout/checkout-storage";
import { keepMenus } from "./keep-menus";

const CATALOGS = {
  en: async () => (await import("@/messages/en/offline")).offlineCatalog,
  es: async () => (await import("@/messages/es/offline")).offlineCatalog,
};

/** What the storefront does for later visits. It loads after the first screen, which needs none of it. */
export function keepOffline(client: QueryClient): void {
  dropOldDrafts(new Date());
  const language = currentLanguage();
  CATALOGS[language]().then(
    (catalog) => {
      addMessages(language, catalog);
      loadFormats();
      setTimeout(() => keepMenus(client));
    },
    () => undefined,
  );
  // Missing without TLS, and of no use while the screens are being built.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" }).catch(() => {
    // A browser that forbids it shows its own page when it is offline.
  });
}

/** The browser loads its dates and numbers for the first formatter: as long as all the rest, so in a task of its own. */
function loadFormats(): void {
  new Intl.NumberFormat(currentLocale());
}
