import type { QueryClient } from "@tanstack/react-query";
import { addMessages } from "@/messages";
import { currentLanguage } from "@/messages/language";
import { dropOldDrafts } from "@/storefront/checkout/checkout-storage";
import { keepMenus } from "./keep-menus";

const KEEP_AFTER_MS = 10_000;

const CATALOGS = {
  en: async () => (await import("@/messages/en/later")).offline,
  es: async () => (await import("@/messages/es/later")).offline,
};

/** What the storefront does for later visits. It loads after the first screen, which needs none of it. */
export function keepOffline(client: QueryClient): void {
  dropOldDrafts(new Date());
  const language = currentLanguage();
  CATALOGS[language]().then(
    (catalog) => {
      addMessages(language, catalog);
      whenLeftOrLater(() => keepMenus(client));
    },
    () => undefined,
  );
  // Missing without TLS, and of no use while the screens are being built.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" }).catch(() => {
    // A browser that forbids it shows its own page when it is offline.
  });
}

/**
 * Calls `run` once: as the page is left or loses its connection, which may be the last moment for it, or after a while.
 * Not at once, because the first `Intl.DateTimeFormat` of a page loads the browser's data about zones: a tenth of a
 * second on a phone, while the customer reads the first screen.
 */
function whenLeftOrLater(run: () => void): void {
  const waiting = new AbortController();
  const isHiddenOrOffline = () => document.visibilityState === "hidden" || !navigator.onLine;
  const runOnce = () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    clearTimeout(timer);
    run();
  };
  const timer = setTimeout(runOnce, KEEP_AFTER_MS);
  const { signal } = waiting;
  window.addEventListener("pagehide", runOnce, { signal });
  window.addEventListener("offline", runOnce, { signal });
  document.addEventListener("visibilitychange", () => isHiddenOrOffline() && runOnce(), { signal });
  // The customer may have gone before anything listened.
  if (isHiddenOrOffline()) runOnce();
}
