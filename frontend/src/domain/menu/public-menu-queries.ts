import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "@/domain/api/errors";
import { loadClient } from "@/domain/api/load-client";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { translateMenu } from "@/domain/menu/menu-and-order-line-translations";
import { publicMenuKey } from "@/domain/query-keys";
import { defaultStopId, type PresentSchedule, stockStopId } from "@/domain/schedule/current-stops";

/**
 * The menu that customers see in their language, with what is left at a stop; null for a truck without stops. Asked again at each visit,
 * since prices and stock change during a day. The server's default stop is not named in the request, because the server
 * caches only the menu that it answers without a name.
 */
export function publicMenuQuery(
  truckId: string,
  stopId: string | null = null,
  { isDefault }: { isDefault: boolean } = { isDefault: stopId === null },
) {
  return queryOptions({
    queryKey: publicMenuKey(truckId, stopId),
    queryFn: ({ signal }) => loadMenu(truckId, isDefault ? null : stopId, signal),
    // The cache holds what the page and the server say, whatever the reader speaks.
    select: translateMenu,
    // What came with the page is as fresh as the page.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 && state.data ? true : "always"),
    // A phone that was in a pocket may hold what is sold out by now.
    refetchOnWindowFocus: "always",
    enabled: truckId !== "",
  });
}

/** The menu with what is left at the stop that the schedule takes orders for, else at its present or next one. */
export function stopMenuQuery(truck: Truck, schedule: PresentSchedule) {
  const stopId = stockStopId(schedule);
  return publicMenuQuery(truck._id, stopId, { isDefault: stopId === defaultStopId(truck) });
}

async function loadMenu(
  truckId: string,
  stopId: string | null,
  signal: AbortSignal,
): Promise<MenuItem[]> {
  const { api, list } = await loadClient();
  try {
    const path = { truck_id: truckId };
    const query = stopId === null ? {} : { stopId };
    const params = { path, query };
    return await list(api.GET("/api/menu-items/public/{truck_id}", { params, signal }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    // The stop may have been deleted; without one it is the truck that is gone.
    return stopId === null ? [] : loadMenu(truckId, null, signal);
  }
}
