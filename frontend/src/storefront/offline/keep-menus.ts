import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { MenuItem, Truck } from "@/domain/api/types";
import { publicMenuQuery } from "@/domain/menu/api";
import { menuSections } from "@/domain/menu/menu-sections";
import { truckBySlugQuery } from "@/domain/trucks/api";
import { formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { aboutMenu, offlineWords } from "./offline-words";

/**
 * Writes down the menus that the customer sees, for the page of a device without a connection. That page
 * (public/offline-menu.js) has no words, prices or dates of its own, so that it never has to fit this version.
 */

const KEY = "chuckwagon.offline";
const MAX_TRUCKS = 5;
/** Characters. The carts share the browser's storage, of which it gives about five million. */
const MAX_LENGTH = 200_000;

export interface OfflineTruck {
  slug: string;
  name: string;
  phone: string;
  phoneText: string;
  /** When the menu was seen. */
  about: string;
  sections: { title: string; items: { name: string; price: string; description: string }[] }[];
}

/** Keeps the menus that are in the cache, and every one that comes or changes from now on. */
export function keepMenus(client: QueryClient): void {
  const trucks = trucksOf(client);
  if (trucks.length === 0) write(readTrucks());
  for (const truck of trucks) keepMenu(client, truck);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const truck = trucksOf(client).find(({ _id }) => event.query.queryHash === menuHash(_id));
    if (truck) keepMenu(client, truck);
  });
}

function trucksOf(client: QueryClient): Truck[] {
  const queryKey = truckBySlugQuery("").queryKey.slice(0, -1);
  return client.getQueriesData<Truck>({ queryKey }).flatMap(([, truck]) => truck ?? []);
}

function menuHash(truckId: string): string {
  return hashKey(publicMenuQuery(truckId).queryKey);
}

function keepMenu(client: QueryClient, truck: Truck): void {
  const { data: menu, dataUpdatedAt = 0 } =
    client.getQueryState<MenuItem[]>(publicMenuQuery(truck._id).queryKey) ?? {};
  if (!menu || menu.length === 0) return;
  const seen = describe(truck, menu, new Date(dataUpdatedAt || Date.now()));
  write([seen, ...readTrucks().filter(({ slug }) => slug !== truck.slug)]);
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
  try {
    const { trucks } = JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
    return Array.isArray(trucks) ? trucks : [];
  } catch {
    return [];
  }
}

/** Newest first; the oldest make room. */
function write(trucks: readonly OfflineTruck[]): void {
  const words = offlineWords();
  for (let count = Math.min(trucks.length, MAX_TRUCKS); count >= 0; count -= 1) {
    const text = JSON.stringify({ words, trucks: trucks.slice(0, count) });
    if (text.length > MAX_LENGTH) continue;
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // A full or forbidden storage costs the offline page its menus.
    }
    return;
  }
}
