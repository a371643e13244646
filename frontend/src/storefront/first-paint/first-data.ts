import type { QueryClient } from "@tanstack/react-query";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { keepFirstChange } from "@/domain/live/stream-start-point";
import { publicMenuKey, publicTrucksKey, truckBySlugKey } from "@/domain/query-keys";
import { defaultStopId } from "@/domain/schedule/current-stops";
import { hearServerTime } from "@/domain/time/server-clock";
import { setPageTime } from "@/ui/browser/use-now-and-tell-at";

/** A page says the quarter of an hour that it was written in. */
const PAGE_TIME_STEP_MS = 16 * 60_000;

/** What the server has put into the page: the list of the home page, or a truck with its menu. */
export interface FirstData {
  trucks?: Truck[];
  truck?: Truck;
  menu?: MenuItem[];
  /** The truck's last change that the data surely has; missing where the server keeps none. */
  change?: number;
  /** The time (ms) that the page was written for; only where its words depend on the time. */
  now?: number;
}

/** Reads what came with the page; null where nothing did. */
export function readFirstData(): FirstData | null {
  const text = document.getElementById("first-data")?.textContent;
  return text ? (JSON.parse(text) as FirstData) : null;
}

/** Fills the cache, so that the first screen asks for nothing and shows what the page shows already. */
export function seedCache(
  client: QueryClient,
  { trucks, truck, menu, change = 0, now }: FirstData,
  at: number,
): void {
  setPageTime(now);
  // A device that is behind the page is behind the server. One that is far ahead has a fast clock or an old page: asking
  // again tells which, and mends both.
  if (now !== undefined && at > 0 && at < now) hearServerTime(now, at);
  const isOld = now !== undefined && at - now > PAGE_TIME_STEP_MS;
  const seenAt = isOld ? 0 : at;
  if (trucks) seed(client, publicTrucksKey(), trucks, seenAt);
  if (truck) seed(client, truckBySlugKey(truck.slug), truck, seenAt);
  if (truck && menu) seed(client, publicMenuKey(truck._id, defaultStopId(truck)), menu, seenAt);
  // An old page is read again anyway.
  if (truck && seenAt > 0) keepFirstChange(client, truck._id, change, truckBySlugKey(truck.slug));
}

function seed<Data>(
  client: QueryClient,
  queryKey: readonly unknown[],
  initialData: Data,
  initialDataUpdatedAt: number,
): void {
  const options = { queryKey, initialData, initialDataUpdatedAt };
  client.getQueryCache().build(client, client.defaultQueryOptions(options));
}

/**
 * When the page left the server. The way back may bring a page out of the browser's cache without
 * asking, so what came with that one counts as old.
 */
export function pageTime(): number {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!visit || visit.type === "back_forward") return 0;
  return performance.timeOrigin + visit.responseStart;
}
