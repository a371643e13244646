import type { QueryClient } from "@tanstack/react-query";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { menuSections } from "@/domain/menu/menu-sections";
import { publicMenuKey, trucksBySlugKey } from "@/domain/query-keys";
import { like, stored } from "@/domain/stored";
import { formatInstant } from "@/domain/time/time-words";
import { formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { addMessages, messages as m } from "@/messages";
import { currentLanguage } from "@/messages/language";
import { dropOldDrafts } from "@/storefront/checkout/checkout-storage";

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

/**
 * Writes down the menus that the customer sees, for the page of a device without a connection. That page
 * (public/offline-menu.js) has no words, prices or dates of its own, so that it never has to fit this version.
 */

const MAX_TRUCKS = 5;

/** Characters. The carts share the browser's storage, of which it gives about five million. */
const MAX_LENGTH = 200_000;

interface OfflineTruck {
  slug: string;
  name: string;
  phone: string;
  phoneText: string;
  /** When the menu was seen. */
  about: string;
  sections: { title: string; items: { name: string; price: string; description: string }[] }[];
}

const TRUCK: OfflineTruck = {
  slug: "",
  name: "",
  phone: "",
  phoneText: "",
  about: "",
  sections: [{ title: "", items: [{ name: "", price: "", description: "" }] }],
};

const kept = stored("chuckwagon.offline", like({ words: {}, trucks: [TRUCK] }));

/** Keeps the menus that are in the cache, and every one that comes or changes from now on. */
export function keepMenus(client: QueryClient): void {
  const cache = client.getQueryCache();
  const menusOf = ({ _id }: Truck) => cache.findAll({ queryKey: publicMenuKey(_id) });
  const queryKey = trucksBySlugKey();
  const trucks = () =>
    client.getQueriesData<Truck>({ queryKey }).flatMap(([, truck]) => truck ?? []);

  write(readTrucks());
  for (const truck of trucks()) {
    const states = menusOf(truck).map(({ state }) => state as CachedMenu);
    const [newest] = states.sort((one, other) => other.dataUpdatedAt - one.dataUpdatedAt);
    if (newest) keepMenu(truck, newest);
  }
  cache.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const truck = trucks().find((seen) => menusOf(seen).includes(event.query));
    if (truck) keepMenu(truck, event.query.state);
  });
}

function keepMenu(truck: Truck, menu: CachedMenu): void {
  // What the way back took out of the browser's cache has no time; the server is being asked for a newer one.
  if (!menu.data?.length || menu.dataUpdatedAt === 0) return;
  const seen = describe(truck, menu.data, new Date(menu.dataUpdatedAt));
  write([seen, ...readTrucks().filter(({ slug }) => slug !== truck.slug)]);
}

interface CachedMenu {
  data?: MenuItem[];
  /** Milliseconds since 1970; 0 for unknown. */
  dataUpdatedAt: number;
}

function describe(truck: Truck, menu: readonly MenuItem[], seenAt: Date): OfflineTruck {
  return {
    slug: truck.slug,
    name: truck.name,
    phone: truck.phone,
    phoneText: displayPhone(truck.phone),
    about: aboutMenu(seenAt, truck.timezone),
    sections: menuSections(menu).map(({ title, items }) => ({
      title,
      items: items.map(({ name, basePrice, description }) => ({
        name,
        price: formatDollars(basePrice),
        description: description ?? "",
      })),
    })),
  };
}

function readTrucks(): OfflineTruck[] {
  return kept.read()?.trucks ?? [];
}

/** Newest first; the oldest make room. */
function write(trucks: readonly OfflineTruck[]): void {
  const words = offlineWords();
  for (let count = Math.min(trucks.length, MAX_TRUCKS); count >= 0; count -= 1) {
    const some = { words, trucks: trucks.slice(0, count) };
    if (JSON.stringify(some).length > MAX_LENGTH) continue;
    kept.write(some);
    return;
  }
}

/** The sentences of the offline page, by the names that public/offline-menu.html and .js have for them. */
function offlineWords() {
  return {
    language: document.documentElement.lang,
    title: m.offline.notLive,
    about: m.offline.retrying,
    again: m.common.tryAgain,
    trying: m.offline.trying,
    stillOffline: m.offline.stillOffline,
    heading: m.offline.title,
    nothingKept: m.offline.hint,
    menusSeen: m.offline.savedMenus,
  };
}

/** Says since when a menu may have changed. */
function aboutMenu(seenAt: Date, zone: string): string {
  const time = formatInstant(seenAt, zone);
  return m.offline.menuSeen({ time });
}
